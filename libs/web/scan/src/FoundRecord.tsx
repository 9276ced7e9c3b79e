import { fieldsReadBy, typeHoldsOne } from '@cubit/web-contract';
import { type CubitRecord, pagePaths, type RecordRef, type UiAction, type UiKind } from '@cubit/web-client';
import { Banner, Button, Card, DescriptionList, ErrorState, Icon, LinkButton, Skeleton } from '@cubit/web-kit';
import { useRecord, useRecordActions, useWorkspace, withSearch } from '@cubit/web-records';
import { isOffered, prefilled, useChanges, useRunAction } from '@cubit/web-records/changes';
import { isFact, isWhole, RecordFacts } from '@cubit/web-records/facts';
import { CellValue, titleOf } from '@cubit/web-records/values';
import { useMutation } from '@tanstack/react-query';
import { type LabelData, labelInput } from './label-data.js';
import styles from './ScanPage.module.css';

/** Actions that are a button on the card; the page of the record has all. */
const MOST_ACTIONS = 5;

export interface FoundRecordProps extends RecordRef {
  readonly label: LabelData;
}

/** A scanned record: what it is, and what can be done with one tap. */
export function FoundRecord({ kind: kindId, id, label }: FoundRecordProps) {
  const { kind: kindOf } = useWorkspace();
  const kind = kindOf(kindId);
  const shown = kind?.fields.filter(({ name }) => kind.ui.summary?.includes(name)) ?? [];
  const read = new Set(shown.flatMap(({ name, ui }) => [name, ...fieldsReadBy(ui)]));
  const named = kind?.fields.filter(({ name, type }) => read.has(name) && typeHoldsOne(type, 'record')) ?? [];
  const expand = named.map(({ name }) => name);
  const { data: record, error, refetch } = useRecord(kindId, id, expand);
  if (error && !record) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!record || !kind) return <Skeleton shape="block" height={160} />;
  return (
    <Card className={styles.found}>
      <Head kind={kind} record={record} />
      <RecordFacts kind={kind} record={record} />
      <Summary kind={kind} record={record} />
      <Actions record={record} label={label} />
    </Card>
  );
}

interface PartProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
}

function Head({ kind, record }: PartProps) {
  const { slug } = useWorkspace();
  return (
    <h2 className={styles.title}>
      <Icon name={kind.ui.icon ?? 'box'} />
      <a href={pagePaths.record(slug, kind.id, record.id)}>{titleOf(record, kind)}</a>
      <span className={styles.kind}>{kind.title}</span>
    </h2>
  );
}

/** The most telling fields that the facts do not show. */
function Summary({ kind, record }: PartProps) {
  const items = (kind.ui.summary ?? []).flatMap((name) => {
    const field = kind.fields.find((each) => each.name === name);
    const value = record.fields[name];
    if (!field || isEmpty(value) || isFact(kind, field, record) || isWhole(kind, field, record)) return [];
    return [{ title: field.title, value: <CellValue {...{ kind, field, value }} fields={record.fields} /> }];
  });
  return items.length > 0 && <DescriptionList items={items} />;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

interface Offer {
  readonly action: UiAction;
  readonly reason: string | null;
}

interface ActionsProps {
  readonly record: CubitRecord;
  readonly label: LabelData;
}

function Actions({ record, label }: ActionsProps) {
  const { action: actionOf } = useWorkspace();
  const { data, error, refetch } = useRecordActions(record.kind, record.id);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="block" height={32} />;
  const offers = data.flatMap(({ id, available, reason }): readonly Offer[] => {
    const action = actionOf(id);
    return action?.can === true && isOffered(action.ui, record)
      ? [{ action, reason: available ? null : (reason ?? 'It cannot run now.') }]
      : [];
  });
  const ordered = offers.toSorted((a, b) => (a.action.ui.order ?? Infinity) - (b.action.ui.order ?? Infinity) || 0);
  const [first] = ordered;
  const titles = new Set(ordered.map(({ action }) => action.title));
  const shown = [
    ...(first && first.reason !== null ? [first] : []),
    ...ordered.filter(({ reason }) => reason === null),
  ];
  return (
    <>
      {first && first.reason !== null && <Banner tone="warn">{first.reason}</Banner>}
      <div className={styles.actions}>
        {shown.slice(0, MOST_ACTIONS).map((offer, place) => (
          <ActionButton
            key={offer.action.id}
            {...{ record, label, offer }}
            primary={place === 0}
            asks={offer.action.title !== oneOf(offer.action) && titles.has(oneOf(offer.action))}
          />
        ))}
      </div>
    </>
  );
}

/** `Use stock` of one piece is `Use one`. */
const oneOf = ({ title }: UiAction) => `${title.split(' ', 1)[0]} one`;

interface ActionButtonProps extends ActionsProps {
  readonly offer: Offer;
  readonly primary: boolean;
  /** Opens the form: another action does it for one without asking. */
  readonly asks: boolean;
}

function ActionButton({ record, label, offer: { action, reason }, primary, asks }: ActionButtonProps) {
  const { slug } = useWorkspace();
  const runAction = useRunAction();
  const { fail } = useChanges();
  const given = labelInput(action, label);
  const input = asks || given ? null : readyInput(action, record);
  const run = useMutation({
    mutationFn: () => runAction(action, { record, input: input ?? {} }),
    onError: fail,
  });
  const icon = action.ui.icon;
  const variant = primary ? 'primary' : 'plain';
  if (input === null && reason === null) {
    const search = { do: action.id, with: given ? JSON.stringify(given) : undefined };
    return (
      <LinkButton href={withSearch(pagePaths.record(slug, record.kind, record.id), search)} {...{ variant, icon }}>
        {given && label.quantity !== undefined ? `${action.title}: ${label.quantity}…` : `${action.title}…`}
      </LinkButton>
    );
  }
  return (
    <Button
      {...{ variant, icon }}
      pending={run.isPending}
      disabledReason={reason ?? undefined}
      onPress={() => run.mutate()}
    >
      {Object.values(input ?? {}).includes(1) ? oneOf(action) : action.title}
    </Button>
  );
}

/** The input that the hints of an action give; null if a person has to add something. */
function readyInput(action: UiAction, record: CubitRecord): Readonly<Record<string, unknown>> | null {
  if (action.ui.confirm !== undefined) return null;
  const input = prefilled(action, record);
  return (action.input.required ?? []).every((name) => name in input) ? input : null;
}
