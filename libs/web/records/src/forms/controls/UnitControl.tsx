import { apiPaths, type CubitRecord, type UiKind } from '@cubit/web-client';
import { unitsLike } from '@cubit/web-contract';
import { ComboBox, type Option } from '@cubit/web-kit/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '../../app/app-context.js';
import { queryKeys } from '../../app/query-keys.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { isExpanded } from '../../cells/is-expanded.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import { TextControl } from './PlainControls.js';

/** A unit among those of the record that is measured. Where no record says what fits, it is typed. */
export function UnitControl(control: ControlProps) {
  const { field, siblings, references = {}, value, onChange } = control;
  const { kind: kindOf } = useWorkspace();
  const units = useUnitsOf();
  const name = field.ui.units ?? '';
  const given = siblings[name];
  const id = isExpanded(given) ? given.id : given;
  const kind = kindOf(references[name] ?? '');
  if (typeof id !== 'string' || !kind || !isMeasured(kind, kindOf)) return <TextControl {...control} />;
  const load = async (query: string): Promise<readonly Option[]> => {
    const text = query.trim().toLowerCase();
    const found = await units(kind, id);
    return found.filter((unit) => unit.toLowerCase().includes(text)).map((unit) => ({ id: unit, title: unit }));
  };
  const chosen = typeof value === 'string' && value !== '' ? { id: value, title: value } : undefined;
  return <ComboBox {...fieldProps(control)} value={chosen} onChange={(option) => onChange(option?.id)} load={load} />;
}

type KindOf = (id: string) => UiKind | undefined;

function isMeasured({ ui: { measure }, fields }: UiKind, kindOf: KindOf): boolean {
  if (measure === undefined) return false;
  return 'unit' in measure || kindOf(kindOfReference(fields, measure.of))?.ui.measure !== undefined;
}

const kindOfReference = (fields: UiKind['fields'], name: string) =>
  String(fields.find((field) => field.name === name)?.schema['x-kind'] ?? '');

/** Reads the units that fit a record: its own, and those that convert into its unit. */
function useUnitsOf() {
  const { api } = useApp();
  const { slug, kind: kindOf } = useWorkspace();
  const queries = useQueryClient();
  return async function unitsOf({ id: kind, fields, ui: { measure } }: UiKind, id: string): Promise<readonly string[]> {
    if (!measure) return [];
    const record = await queries.fetchQuery({
      queryKey: queryKeys.recordPart(slug, { kind, id }, ['named']),
      queryFn: ({ signal }) => api.get<CubitRecord>(apiPaths.record(slug, kind, id), { signal }),
    });
    if ('of' in measure) {
      const owner = kindOf(kindOfReference(fields, measure.of));
      const named = record.fields[measure.of];
      return owner && typeof named === 'string' ? unitsOf(owner, named) : [];
    }
    const unit = record.fields[measure.unit];
    const packs = record.fields[measure.packs ?? ''];
    const own = (Array.isArray(packs) ? packs : []).flatMap((pack: unknown) => packUnit(pack) ?? []);
    return [...new Set([...(typeof unit === 'string' ? [unit, ...unitsLike(unit)] : []), ...own])];
  };
}

function packUnit(pack: unknown): string | undefined {
  return typeof pack === 'object' && pack !== null && 'unit' in pack && typeof pack.unit === 'string'
    ? pack.unit
    : undefined;
}
