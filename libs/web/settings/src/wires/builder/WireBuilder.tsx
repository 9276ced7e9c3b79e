import { pagePaths } from '@cubit/web-client';
import { Banner, Button, ErrorState, LinkButton, Skeleton } from '@cubit/web-kit';
import { Form, Select, TextField } from '@cubit/web-kit/forms';
import { Page, useSearchParams, useWorkspace } from '@cubit/web-records';
import { ResumedDraft } from '@cubit/web-records/changes';
import { AdminOnly, QueryState, useItem, useList } from '../../parts/index.js';
import type { Wire } from '../wire.js';
import { IfStep } from './IfStep.js';
import { Recipes } from './Recipes.js';
import { ThenStep } from './ThenStep.js';
import { TryPanel } from './TryPanel.js';
import { useWireForm, type WireForm, type WireFormOptions } from './use-wire-form.js';
import { WhenStep } from './WhenStep.js';
import { nameFor, valuesOf, type WireValues } from './wire-values.js';
import styles from './WireBuilder.module.css';

const WHAT = 'create and change wires';

const MODES = [
  { id: 'parallel', title: 'At the same time' },
  { id: 'queued', title: 'One after another' },
  { id: 'single', title: 'One at a time for each record' },
];

/** A new wire: `?event=` and `?action=` begin it, `?from=` copies another. */
export function NewWirePage() {
  const { from } = useSearchParams();
  return (
    <Page title="New wire">
      <AdminOnly what={WHAT}>{from === undefined ? <NewWire /> : <CopiedWire id={from} />}</AdminOnly>
    </Page>
  );
}

function NewWire() {
  const { event, action } = useSearchParams();
  return <WireBuilder key={`${event} ${action}`} initial={valuesOf({ event, action })} />;
}

function CopiedWire({ id }: { readonly id: string }) {
  const { path } = useWorkspace();
  const wire = useItem<Wire>(path(`/wires/${id}`));
  return (
    <QueryState query={wire}>
      {(found) => <WireBuilder key={id} copied={id} initial={{ ...valuesOf(found), name: `Copy of ${found.name}` }} />}
    </QueryState>
  );
}

export function EditWirePage({ id }: { readonly id: string }) {
  const { path } = useWorkspace();
  const wire = useItem<Wire>(path(`/wires/${id}`));
  return (
    <Page title={wire.data?.name ?? 'Wire'}>
      <AdminOnly what={WHAT}>
        <QueryState query={wire}>{(found) => <WireBuilder wire={found} initial={valuesOf(found)} />}</QueryState>
      </AdminOnly>
    </Page>
  );
}

/** Event, condition, action, and beside them what the wire would do. */
function WireBuilder(props: WireFormOptions) {
  const { wire } = props;
  const { slug } = useWorkspace();
  const state = useWireForm(props);
  const { form, message, pending, submit, resumed, values, event, setEvent, faults } = state;
  const base = `${pagePaths.workspace(slug)}/wires`;
  const verb = wire ? 'Save wire' : 'Create wire';
  return (
    <div className={styles.page}>
      <Form ref={form} label={verb} onSubmit={submit}>
        <div className={styles.steps}>
          <ResumedDraft draft={resumed} />
          {message !== undefined && <Banner tone="bad">{message}</Banner>}
          <WhenStep event={values.event} declared={event} onChange={setEvent} error={faults['/event']} />
          {values.event !== '' && event.error !== null && <ErrorState error={event.error} onRetry={event.retry} />}
          {event.loading && <Skeleton count={3} />}
          {event.item && <Steps {...props} state={state} />}
          <div className={styles.foot}>
            <LinkButton href={wire ? `${base}/${wire.id}` : base}>Cancel</LinkButton>
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              disabledReason={values.event === '' ? 'Choose an event first.' : undefined}
            >
              {verb}
            </Button>
          </div>
        </div>
      </Form>
      <Beside state={state} />
    </div>
  );
}

interface StepsProps extends Pick<WireFormOptions, 'wire'> {
  readonly state: WireForm;
}

/** What follows the event. */
function Steps({ wire, state }: StepsProps) {
  const { ui } = useWorkspace();
  const { values, change, setInput, proposed, fields, faults, action, trial } = state;
  return (
    <>
      <IfStep
        key={values.event}
        condition={values.condition}
        kept={values.lines}
        onChange={(condition, lines) => change({ condition, lines })}
        fields={fields}
        parts={trial.test.data?.parts}
        error={faults['/condition']}
      />
      <ThenStep
        key={`then ${values.event}`}
        {...{ fields, faults, proposed }}
        action={values.action}
        onAction={(id) => change({ action: id, record: undefined, input: {}, emptied: undefined })}
        record={values.record}
        onRecord={(record) => change({ record })}
        input={values.input}
        onInput={setInput}
        declared={action}
      />
      <Similar wire={wire} values={values} />
      <TextField
        label="Name"
        name="name"
        value={values.name}
        placeholder={nameFor(values, ui)}
        onChange={(name) => change({ name })}
        error={faults['/name']}
      />
      <Select
        label="Runs"
        name="mode"
        required
        value={values.mode}
        choices={MODES}
        onChange={(mode) => change({ mode: (mode ?? 'parallel') as WireValues['mode'] })}
        error={faults['/mode']}
      />
    </>
  );
}

/** Recipes while there is nothing to try. */
function Beside({ state: { values, event, action, fields, shownInput, trial } }: Pick<StepsProps, 'state'>) {
  if (values.event === '') return <Recipes />;
  if (!event.item) return null;
  const { setSample, ...tried } = trial;
  return (
    <TryPanel
      {...tried}
      {...{ fields }}
      onSample={setSample}
      subject={event.item.records[0]}
      example={event.item.example}
      inputFields={shownInput}
      hasAction={action.item !== undefined}
    />
  );
}

/** Says that another wire does the same. */
function Similar({
  wire,
  values: { event, action },
}: {
  readonly wire: Wire | undefined;
  readonly values: WireValues;
}) {
  const { path, slug } = useWorkspace();
  const others = useList<Wire>(path('/wires'), { query: { event, action }, enabled: event !== '' && action !== '' });
  const [other] = (others.rows ?? []).filter(({ id, enabled }) => enabled && id !== wire?.id);
  if (!other) return null;
  return (
    <Banner>
      <a href={`${pagePaths.workspace(slug)}/wires/${other.id}`}>{other.name}</a> runs this action on this event
      already.
    </Banner>
  );
}
