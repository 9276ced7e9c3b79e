import { describe, expect, it } from '@jest/globals';
import { type Job as ContractJob, JOB_STATES, isOver } from '@cubit/web-contract';
import type { Static } from 'typebox';
import { Job } from './job-schema.js';

type Shown = Static<typeof Job>;
type Equal<One, Other> =
  (<Value>() => Value extends One ? 1 : 2) extends <Value>() => Value extends Other ? 1 : 2 ? true : false;
type Members<Type> = { -readonly [Name in keyof Type]: Name extends 'error' | 'progress' ? unknown : Type[Name] };
type ErrorOf<Type extends { readonly error: object | null }> = keyof NonNullable<Type['error']>;

describe('the job of the contract', () => {
  it('has the members that the schema of answers has, of the same types', () => {
    const members: Equal<Members<Shown>, Members<ContractJob>> = true;
    const progress: Equal<
      Shown['progress'],
      { -readonly [Name in keyof ContractJob['progress']]: ContractJob['progress'][Name] }
    > = true;
    const error: Equal<ErrorOf<Shown>, ErrorOf<ContractJob>> = true;
    expect([members, progress, error]).toEqual([true, true, true]);
    // @ts-expect-error A member that has another type is found.
    const other: Equal<Members<Shown>, Members<Omit<ContractJob, 'attempts'> & { readonly attempts: string }>> = true;
    expect(other).toBe(true);
  });

  it('is over in the states that the schema calls final', () => {
    const { description, enum: states } = Job.properties.state as unknown as { description: string; enum: string[] };
    expect(states).toEqual([...JOB_STATES]);
    const final = JOB_STATES.filter((state) => isOver({ state }));
    expect(description).toContain(
      `${final
        .map((state) => `\`${state}\``)
        .join(', ')
        .replace(/, ([^,]*)$/, ' and $1')} are final.`,
    );
  });
});
