import { labelOf, typeHoldsOne } from '@cubit/web-contract';
import { type CubitRecord, pagePaths, type RecordRef, type UiAction } from '@cubit/web-client';
import {
  Banner,
  Button,
  Card,
  DescriptionList,
  ErrorState,
  Icon,
  LinkButton,
  Skeleton,
  formatDecimal,
  isDecimalText,
} from '@cubit/web-kit';
import { useRecord, useRecordActions, useWorkspace, withSearch } from '@cubit/web-records';
import { prefilled, useChanges, useRunAction } from '@cubit/web-records/changes';
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
  const { slug, kind: kindOf } = useWorkspace();
  const kind = kindOf(kindId);
  const expand = (kind?.ui.summary ?? []).filter((name) =>
    kind?.fields.some((field) => field.name === name && typeHoldsOne(field.type, 'record')),
  );
  const { data: record, error, refetch } = useRecord(kindId, id, expand);
  if (error && !record) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!record) return <Skeleton shape="block" height={160} />;
  const items = (kind?.ui.summary ?? []).flatMap((name) => {
    const field = kind?.fields.find((each) => each.name === name);
    const value = record.fields[name];
    const text =
      field && typeHoldsOne(field.type, 'option') && typeof value === 'string'
        ? (field.ui.titles?.[value] ?? labelOf(value))
        : valueText(value);
    return field && text !== '' ? [{ title: field.title, value: text }] : [];
  });
  return (
    <Card className={styles.found}>
      <h2 className={styles.title}>
        <Icon name={kind?.ui.icon ?? 'box'} />
        <a href={pagePaths.record(slug, kindId, id)}>{record.title}</a>
        <span className={styles.kind}>{kind?.title}</span>
      </h2>
      {items.length > 0 && <DescriptionList items={items} />}
      <Actions record={record} label={label} />
    </Card>
  );
}

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
    return action?.can === true && action.ui.offered !== false
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

/** A value of a field in a few words; empty if there is none. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return isDecimalText(value) ? formatDecimal(value) : value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object') return String(value);
  const { title, amount, currency } = value as Readonly<Record<string, unknown>>;
  if (typeof title === 'string') return title;
  return typeof amount === 'string' ? `${amount} ${String(currency)}` : '';
}

/** The input that the hints of an action give; null if a person has to add something. */
function readyInput(action: UiAction, record: CubitRecord): Readonly<Record<string, unknown>> | null {
  if (action.ui.confirm !== undefined) return null;
  const input = prefilled(action, record);
  return (action.input.required ?? []).every((name) => name in input) ? input : null;
}
