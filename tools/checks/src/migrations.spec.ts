import { describe, expect, it } from '@jest/globals';
import { readSource, shippedSources } from './source-files.js';
import { migrationFaults } from './migration-faults.js';

const MIGRATION = /\/(?:migrations|tables)\/(\d+)-[\w-]+\.ts$/;
/** Kernel migrations before this number were made before migrations had a sort. */
const FIRST_SORTED = 50;

const sorted = shippedSources().filter((file) => {
  const number = Number(MIGRATION.exec(file)?.[1] ?? -1);
  return number >= FIRST_SORTED || (number >= 0 && /\/\d+-(?:expand|contract)-/.test(file));
});

const judge = (sql: string, name = '0001-expand-x.ts') => migrationFaults(name, `export const x = \`\n${sql}\n\`;`);

describe('migrations', () => {
  it('let a program of the version before go on working', () => {
    expect(sorted).toContain('libs/kernel/database/src/schema/migrations/0050-expand-processes.ts');
    expect(
      sorted.flatMap((file) => migrationFaults(file, readSource(file)).map((fault) => ({ file, ...fault }))),
    ).toEqual([]);
  });
});

describe('migrationFaults', () => {
  it.each([
    ['drop table part;', 'drops'],
    ['alter table part drop column a;', 'drops'],
    ['alter table part rename column a to b;', 'renames'],
    ['alter table part alter column a type text;', 'changes a type'],
    ['alter table part alter a set data type text using a::text;', 'changes a type'],
    ['alter table part alter column a set not null;', 'sets NOT NULL'],
    ['alter table part add column a int not null;', 'NOT NULL without a default'],
    ['create unique index a on part (b);', 'not CONCURRENTLY'],
    ['create index if not exists a on part (b);', 'not CONCURRENTLY'],
    ['alter table part add constraint a check (b > 0);', 'not NOT VALID'],
    ['alter table part add column a uuid references shelf;', 'not NOT VALID'],
  ])('finds the fault of: %s', (sql, message) => {
    expect(judge(`create table shelf (id int);\n\n  ${sql}`)).toEqual([
      { line: 4, message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    ['create table shelf (id int not null references part); create index shelf_id on shelf (id);'],
    ['create table grant_ (id int); create index grant_session on grant_ (id);'],
    ['create unlogged table if not exists shelf (id int); alter table shelf add check (id > 0);'],
    ['alter table part add column a int;'],
    ["alter table part add column a int not null default 1, add column note text default 'x';"],
    ['alter table part alter column a drop not null;'],
    ['create index concurrently if not exists a on part (b);'],
    ['alter table part add constraint a check (b > 0) not valid;'],
    ['-- drop table part\n/* rename */ update part set a = 1;'],
  ])('accepts: %s', (sql) => {
    expect(judge(sql)).toEqual([]);
  });

  it('leaves a contract alone, and refuses a name without a sort', () => {
    expect(judge('drop table part;', 'a/0002-contract-x.ts')).toEqual([]);
    expect(judge('', '0003-x.ts')).toEqual([{ line: 1, message: expect.stringContaining('neither') }]);
  });
});
