import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import type { ActionHints, FieldHints, KindHints, ModuleHints } from '@cubit/web-contract';
import { defineAction } from '../contract/action.js';
import { Field } from '../contract/field.js';
import { defineKind } from '../contract/kind.js';
import type { ModuleDefinition } from '../contract/module.js';
import { defineModuleRoute } from '../routes/module-route.js';
import { checkModules } from './check-modules.js';

interface Hints {
  readonly module?: ModuleHints;
  readonly kind?: KindHints;
  readonly field?: FieldHints;
  readonly action?: ActionHints;
  readonly input?: FieldHints;
  readonly member?: FieldHints;
}

/** What to do, after the fault. */
const REMEDY = /; (?:add|correct|did you mean|leave|name|use|write) /;

/** A lab with the given hints. They are cast, because a name that is not known does not compile. */
function lab(given: object): ModuleDefinition {
  const hints = given as Hints;
  const drawer = defineKind({
    id: 'lab:drawer',
    title: ['Drawer', 'Drawers'],
    titleField: 'name',
    fields: Type.Object({
      name: Field.text(),
      parent: Type.Optional(Field.ref('lab:drawer')),
      picture: Type.Optional(Field.file()),
      state: Field.enum(['open', 'shut'], { default: 'shut' }),
      unit: Type.Optional(Field.text()),
      keeper: Type.Optional(Field.user()),
      since: Type.Optional(Field.date()),
      seen_at: Type.Optional(Field.datetime()),
      low: Type.Optional(Field.decimal()),
      size: Type.Optional(Field.json(Type.Object({ side: Field.decimal(hints.member ? { ui: hints.member } : {}) }))),
      shelves: Type.Optional(
        Field.json(Type.Array(Type.Object({ of: Field.ref('lab:drawer'), full: Field.decimal() }))),
      ),
      for: Type.Optional(Field.anyRef()),
      amount: Type.Optional(Field.decimal(hints.field ? { ui: hints.field } : {})),
    }),
    ...(hints.kind ? { ui: hints.kind } : {}),
  });
  const take = defineAction({
    id: 'lab:take',
    title: 'Take',
    appliesTo: [drawer],
    input: Type.Object({
      qty: Field.decimal(hints.input ? { ui: hints.input } : {}),
      inner: Type.Optional(Type.Array(Type.Object({ drawer: Field.ref('lab:drawer'), qty: Field.decimal() }))),
    }),
    output: Type.Object({ skipped: Type.String() }),
    emits: [],
    effects: { destructive: false, idempotent: false, readOnly: false },
    ...(hints.action ? { ui: hints.action } : {}),
    example: { title: 'Take one', input: { qty: 1 } },
    run: () => Promise.resolve({ skipped: 'full' }),
  });
  const arrange = defineAction({
    id: 'lab:arrange',
    title: 'Arrange',
    appliesTo: [drawer],
    input: Type.Object({
      mode: Type.Optional(Field.enum(['merge', 'replace'])),
      dry_run: Type.Optional(Field.boolean()),
    }),
    output: Type.Object({ created: Type.Null(), updated: Type.Null(), orphaned: Type.Null() }),
    emits: [],
    effects: { destructive: false, idempotent: false, readOnly: false },
    example: { title: 'Arrange all', input: {} },
    run: () => Promise.resolve({ created: null, updated: null, orphaned: null }),
  });
  const answer = { 200: { description: 'The plan.', schema: Type.Object({}) } };
  const params = Type.Object({ id: Type.String() });
  const handler = () => Promise.resolve({ status: 200, body: {} } as const);
  return {
    ...{ name: 'lab', version: '1.0.0', contract: '^1.0.0', title: 'Lab', description: 'For a spec.' },
    kinds: [drawer],
    actions: [take, arrange],
    routes: [
      defineModuleRoute({
        ...{ operationId: 'drawDrawer', method: 'GET', path: '/drawings/{drawer}.png', summary: 'A drawing' },
        params: Type.Object({ drawer: Type.String() }),
        responses: { 200: { description: 'The drawing.', schema: Type.String(), mediaType: 'image/png' } },
        handler: () => Promise.resolve({ status: 200, bytes: '', mediaType: 'image/png' }),
      }),
      defineModuleRoute({
        ...{ operationId: 'addPlan', method: 'POST', path: '/plans', summary: 'Add a plan' },
        ...{ responses: answer, handler },
      }),
      defineModuleRoute({
        ...{ operationId: 'readPlan', method: 'GET', path: '/plans/{id}', summary: 'A plan' },
        ...{ params, responses: answer, handler },
      }),
      defineModuleRoute({
        ...{ operationId: 'replacePlan', method: 'PUT', path: '/plans/{id}', summary: 'Replace a plan' },
        ...{ params, responses: answer, handler },
      }),
    ],
    ...(hints.module ? { ui: hints.module } : {}),
  };
}

describe('checkHints', () => {
  it('accepts hints of every sort', () => {
    const complete = {
      module: {
        icon: 'boxes',
        color: 'teal',
        menu: ['lab:drawer'],
        home: [
          { title: 'All', metric: 'lab:drawer' },
          { title: 'Open', metric: 'lab:drawer', rows: { fields: ['keeper', 'amount'], action: 'lab:take' } },
          { title: 'Shut', metric: 'lab:drawer', rows: { action: 'elsewhere:order' } },
          { title: 'Seen', metric: 'lab:drawer', daily: 'seen_at' },
        ],
      },
      kind: {
        icon: 'archive',
        role: 'count',
        summary: ['name', 'amount'],
        cover: 'picture',
        picture: '/drawings/{parent}.png?of={id}',
        parent: 'parent',
        facts: [
          'keeper',
          { field: 'amount', title: 'Full', of: 'low' },
          { field: 'amount', of: 10 },
          { title: 'Inside', kind: 'lab:drawer', by: 'parent', field: 'parent', filter: 'amount > 0' },
        ],
        form: [
          { title: 'Stock', fields: ['amount', 'unit'], collapsed: true },
          { title: 'Size', fields: ['size'], lead: true },
        ],
        panels: [
          { title: 'Inside', kind: 'lab:drawer', by: 'parent', fields: ['name'], create: true },
          { title: 'Kept for it', kind: 'lab:drawer', by: 'for', lead: true },
        ],
        views: [
          { name: 'Open', filter: 'state == "open"', layout: 'board', group: 'state' },
          { name: 'Mine', mine: 'keeper', layout: 'calendar' },
        ],
        order: { field: 'low', action: 'lab:take' },
        scan: ['name'],
        board: 'state',
        calendar: { start: 'since' },
        measure: { of: 'parent' },
        empty: 'A drawer holds things.',
      },
      field: {
        widget: 'quantity',
        units: 'parent',
        unit: { field: 'unit' },
        tone: { warn: { below: 'low' }, bad: { below: 0 } },
      },
      action: {
        icon: 'minus',
        tone: 'primary',
        key: 'u',
        prefill: {
          qty: { field: 'amount' },
          inner: {
            ...{ rows: 'lab:drawer', by: 'parent', filter: 'amount > 0' },
            members: { drawer: { field: 'id' }, qty: { field: 'amount' } },
            show: ['name', { field: 'low', title: 'Least' }],
          },
        },
        visible: { kind: 'lab:drawer', field: 'state', is: 'open' },
        done: 'Took {input.qty} from {title}, {record.amount} left',
        offered: false,
      },
      input: { widget: 'number', unit: { field: 'unit' }, units: 'id' },
    } satisfies Hints;
    expect(checkModules([lab(complete)])).toEqual([]);
  });

  it('accepts rows of the entries of a list, and words for runs that had nothing to do', () => {
    const action = {
      prefill: {
        inner: {
          ...{ entries: 'shelves', title: 'of', done: 'full' },
          members: { drawer: { field: 'of' }, qty: 1 },
          show: [{ field: 'full', title: 'Before' }],
        },
      },
      doneFor: { result: 'skipped', words: { full: 'Nothing to take from {title}' } },
    } satisfies ActionHints;
    expect(checkModules([lab({ action })])).toEqual([]);
  });

  it('accepts the document of a kind that people draw, and the action that applies it', () => {
    const kind = { role: 'plan', document: '/plans/{id}', apply: { action: 'lab:arrange', kind: 'lab:drawer' } };
    expect(checkModules([lab({ kind })])).toEqual([]);
  });

  it('does not check a panel or a fact of a kind whose module is not installed', () => {
    const kind = {
      panels: [{ title: 'Loans', kind: 'books:loan', by: 'drawer' }],
      facts: [{ title: 'Lent to', kind: 'books:loan', by: 'drawer', field: 'reader' }],
    };
    expect(checkModules([lab({ kind })])).toEqual([]);
  });

  it.each([
    [
      { action: { done: 'Took {input.qtty}' } },
      "The hint 'done' of action 'lab:take' names 'input.qtty'; did you mean 'input.qty'?",
    ],
    [
      { action: { done: 'Took {name}' } },
      "The hint 'done' of action 'lab:take' names 'name', which is not known; correct the name.",
    ],
    [
      { field: { unit: { field: 'name.unit' } } },
      "Field 'amount' of kind 'lab:drawer' has the unit of 'name', which is not a field of type ref; name one that is.",
    ],
    [
      { field: { units: 'name' } },
      "Field 'amount' of kind 'lab:drawer' has the units of 'name', which is not a field of type ref; name one that is.",
    ],
    [
      { kind: { measure: { of: 'name' } } },
      "Kind 'lab:drawer' is measured as 'name', which is not a field of type ref; name one that is.",
    ],
    [
      { kind: { measure: { unit: 'amount' } } },
      "Kind 'lab:drawer' is measured in 'amount', which is not a field of type text or longtext; name one that is.",
    ],
    [
      { kind: { measure: { unit: 'name', packs: 'amount' } } },
      "Kind 'lab:drawer' is measured in packs of 'amount', which is not a field of type json; name one that is.",
    ],
    // People read no ids.
    [
      { action: { done: 'Kept by {record.keeper}' } },
      "The hint 'done' of action 'lab:take' names 'record.keeper'; did you mean 'record.name'?",
    ],
    [{ kind: { icon: 'packge' } }, "Kind 'lab:drawer' has icon 'packge'; did you mean 'package'?"],
    [{ kind: { icon: 'qqqqqqqq' } }, "Kind 'lab:drawer' has icon 'qqqqqqqq', which is not known; correct the name."],
    [{ kind: { color: 'tael' } }, "Kind 'lab:drawer' has colour 'tael'; did you mean 'teal'?"],
    [{ kind: { role: 'machin' } }, "Kind 'lab:drawer' has role 'machin'; did you mean 'machine'?"],
    [
      { kind: { role: 'machine', wall: ['nam'] } },
      "The wall hint of kind 'lab:drawer' mentions field 'nam'; did you mean 'name'?",
    ],
    [
      { kind: { role: 'machine', wall: [{ field: 'low', visible: { field: 'stat', is: 'open' } }] } },
      "The wall hint of kind 'lab:drawer' mentions field 'stat'; did you mean 'state'?",
    ],
    [
      { kind: { wall: ['low'] } },
      "Kind 'lab:drawer' has a wall hint, which only kinds with the role 'machine' or 'job' have; add such a role.",
    ],
    [
      { kind: { role: 'job', views: [{ name: 'Open', wall: 'nexd' }] } },
      "View 'Open' of kind 'lab:drawer' is on the wall as 'nexd'; did you mean 'next'?",
    ],
    [
      { kind: { role: 'machine', views: [{ name: 'Open', wall: 'now' }] } },
      "View 'Open' of kind 'lab:drawer' is on the wall, where only jobs are; add the role 'job' to the kind.",
    ],
    [{ kind: { summary: ['nam'] } }, "The summary of kind 'lab:drawer' mentions field 'nam'; did you mean 'name'?"],
    [
      { kind: { scan: ['code'] } },
      "The scan hint of kind 'lab:drawer' mentions field 'code', which is not known; correct the name.",
    ],
    [
      { kind: { cover: 'name' } },
      "Kind 'lab:drawer' has cover 'name', which is not a field of type file; name one that is.",
    ],
    [
      { kind: { parent: 'name' } },
      "Kind 'lab:drawer' has parent 'name', which is not a reference to 'lab:drawer'; name one that is.",
    ],
    [
      { kind: { form: [{ title: 'Stock', fields: ['amont'] }] } },
      "Group 'Stock' of kind 'lab:drawer' mentions field 'amont'; did you mean 'amount'?",
    ],
    [
      {
        kind: {
          form: [
            { title: 'One', fields: ['low'] },
            { title: 'Two', fields: ['low'] },
          ],
        },
      },
      "Kind 'lab:drawer' has field 'low' in two groups; leave it in one.",
    ],
    [
      { kind: { panels: [{ title: 'Inside', kind: 'lab:drawr', by: 'parent' }] } },
      "Panel 'Inside' of kind 'lab:drawer' shows kind 'lab:drawr'; did you mean 'lab:drawer'?",
    ],
    [
      { kind: { panels: [{ title: 'Inside', kind: 'lab:drawer', by: 'name' }] } },
      "Panel 'Inside' of kind 'lab:drawer' is by field 'name' of kind 'lab:drawer', which does not refer to 'lab:drawer'; name one that does.",
    ],
    [
      { kind: { facts: ['amont'] } },
      "Fact 'amont' of kind 'lab:drawer' mentions field 'amont'; did you mean 'amount'?",
    ],
    [
      { kind: { facts: ['name', 'parent', 'state', 'unit', 'keeper', 'since', 'low'] } },
      "Kind 'lab:drawer' has 7 facts; leave 6 at most.",
    ],
    [
      { kind: { facts: [{ field: 'name', of: 10 }] } },
      "Fact 'name' of kind 'lab:drawer' draws a bar of 'name', which is not a field of type integer or decimal; name one that is.",
    ],
    [
      { kind: { facts: [{ field: 'amount', title: 'Full', of: 'unit' }] } },
      "Fact 'Full' of kind 'lab:drawer' draws a bar up to 'unit', which is not a field of type integer or decimal; name one that is.",
    ],
    [
      { kind: { facts: [{ title: 'Inside', kind: 'lab:drawer', by: 'name', field: 'parent' }] } },
      "Fact 'Inside' of kind 'lab:drawer' is by field 'name' of kind 'lab:drawer', which does not refer to 'lab:drawer'; name one that does.",
    ],
    [
      { kind: { facts: [{ title: 'Inside', kind: 'lab:drawer', by: 'parent', field: 'name' }] } },
      "Fact 'Inside' of kind 'lab:drawer' names 'name', which is not a field of type ref; name one that is.",
    ],
    [
      { kind: { views: [{ name: 'Open', layout: 'bord' }] } },
      "View 'Open' of kind 'lab:drawer' has layout 'bord'; did you mean 'board'?",
    ],
    [
      { kind: { views: [{ name: 'Open', layout: 'board' }] } },
      "View 'Open' of kind 'lab:drawer' has layout 'board', for which the kind has no hint; add 'board'.",
    ],
    [
      { kind: { views: [{ name: 'Open', layout: 'gallery' }] } },
      "View 'Open' of kind 'lab:drawer' has layout 'gallery', for which the kind has no hint; add 'cover'.",
    ],
    [
      { kind: { views: [{ name: 'Mine', mine: 'name' }] } },
      "View 'Mine' of kind 'lab:drawer' is mine by 'name', which is not a field of type user or users; name one that is.",
    ],
    [
      { kind: { board: 'amount' } },
      "Kind 'lab:drawer' has board by 'amount', which is not a field of type enum or ref or user or boolean; name one that is.",
    ],
    [
      { kind: { calendar: { start: 'since', end: 'name' } } },
      "Kind 'lab:drawer' has calendar end 'name', which is not a field of type date or datetime; name one that is.",
    ],
    [
      { kind: { order: { field: 'low', action: 'lab:tak' } } },
      "The order of kind 'lab:drawer' names action 'lab:tak'; did you mean 'lab:take'?",
    ],
    [
      { field: { widget: 'quantty' } },
      "Field 'amount' of kind 'lab:drawer' has widget 'quantty'; did you mean 'quantity'?",
    ],
    [
      { field: { unit: { field: 'unt' } } },
      "Field 'amount' of kind 'lab:drawer' mentions field 'unt'; did you mean 'unit'?",
    ],
    [
      { field: { tone: { warm: { below: 1 } } } },
      "Field 'amount' of kind 'lab:drawer' has tone 'warm'; did you mean 'warn'?",
    ],
    [
      { field: { tone: { warn: { below: 'lw' } } } },
      "Field 'amount' of kind 'lab:drawer' mentions field 'lw'; did you mean 'low'?",
    ],
    [
      { field: { tone: { warn: { less: 1 } } } },
      `Field 'amount' of kind 'lab:drawer' has a condition of {"less":1}; write exactly one of is, in, has, below, above.`,
    ],
    [
      { field: { visible: { field: 'stat', is: 'open' } } },
      "Field 'amount' of kind 'lab:drawer' mentions field 'stat'; did you mean 'state'?",
    ],
    [
      { field: { titles: { open: 'Open' } } },
      "Field 'amount' of kind 'lab:drawer' has a title for value 'open', which is not known; correct the name.",
    ],
    [{ action: { icon: 'mins' } }, "Action 'lab:take' has icon 'mins'; did you mean 'minus'?"],
    [{ action: { tone: 'primry' } }, "Action 'lab:take' has tone 'primry'; did you mean 'primary'?"],
    [
      { action: { bulk: 'lab:tak' } },
      "Action 'lab:take' is offered for a selection as 'lab:tak'; did you mean 'lab:take'?",
    ],
    [{ action: { key: 'Use' } }, "Action 'lab:take' has key 'Use'; use one lower-case letter or digit."],
    [{ action: { hidden: ['qt'] } }, "The input of action 'lab:take' mentions field 'qt'; did you mean 'qty'?"],
    [
      { action: { prefill: { qty: { field: 'amont' } } } },
      "The prefill of action 'lab:take' for 'lab:drawer' mentions field 'amont'; did you mean 'amount'?",
    ],
    [
      { action: { visible: { field: 'stat', is: 'open' } } },
      "Action 'lab:take' for 'lab:drawer' mentions field 'stat'; did you mean 'state'?",
    ],
    [
      { action: { visible: { kind: 'lab:drawr', field: 'state', is: 'open' } } },
      "Action 'lab:take' is offered by a field of 'lab:drawr'; did you mean 'lab:drawer'?",
    ],
    [{ input: { widget: 'nmber' } }, "Input 'qty' of action 'lab:take' has widget 'nmber'; did you mean 'number'?"],
    [
      { member: { widget: 'nmber' } },
      "Member 'side' of field 'size' of kind 'lab:drawer' has widget 'nmber'; did you mean 'number'?",
    ],
    [
      { action: { prefill: { inner: { rows: 'lab:drawr', by: 'parent', members: {} } } } },
      "The rows of 'inner' of action 'lab:take' are of kind 'lab:drawr'; did you mean 'lab:drawer'?",
    ],
    [
      { action: { prefill: { inner: { rows: 'lab:drawer', by: 'name', members: {} } } } },
      "The rows of 'inner' of action 'lab:take' are by 'name', which is not a reference from 'lab:drawer' to a kind of the action; name one that is.",
    ],
    [
      { action: { prefill: { inner: { rows: 'lab:drawer', by: 'parent', members: { qtty: 1 } } } } },
      "The rows of 'inner' of action 'lab:take' have member 'qtty'; did you mean 'qty'?",
    ],
    [
      { action: { prefill: { inner: { rows: 'lab:drawer', by: 'parent', members: {}, show: ['nam'] } } } },
      "The rows of 'inner' of action 'lab:take' mentions field 'nam'; did you mean 'name'?",
    ],
    [
      { action: { prefill: { inner: { entries: 'shelvs', title: 'of', members: {} } } } },
      "The rows of 'inner' of action 'lab:take' mentions field 'shelvs'; did you mean 'shelves'?",
    ],
    [
      { action: { prefill: { inner: { entries: 'shelves', title: 'off', members: {} } } } },
      "The rows of 'inner' of action 'lab:take' mentions field 'off'; did you mean 'of'?",
    ],
    [
      { action: { prefill: { inner: { entries: 'shelves', title: 'full', members: {} } } } },
      "The rows of 'inner' of action 'lab:take' are named by 'full', which is not a reference; name one that is.",
    ],
    [
      { action: { prefill: { inner: { entries: 'shelves', title: 'of', members: { qtty: { field: 'full' } } } } } },
      "The rows of 'inner' of action 'lab:take' have member 'qtty'; did you mean 'qty'?",
    ],
    [
      { action: { doneFor: { result: 'skiped', words: { full: 'Nothing to take' } } } },
      "The hint 'doneFor' of action 'lab:take' depends on result 'skiped'; did you mean 'skipped'?",
    ],
    [
      { action: { doneFor: { result: 'skipped', words: { full: 'Nothing of {input.qtty}' } } } },
      "The hint 'done' of action 'lab:take' names 'input.qtty'; did you mean 'input.qty'?",
    ],
    [
      { kind: { document: '/plans/{id}' } },
      "Kind 'lab:drawer' has a document, which only kinds with the role 'plan' have; add that role.",
    ],
    [
      { kind: { role: 'plan', document: '/plans' } },
      "The document of kind 'lab:drawer' is '/plans'; write a path that ends with '/{id}'.",
    ],
    [
      { kind: { role: 'plan', document: '/drawings/{id}' } },
      "The document of kind 'lab:drawer' is '/drawings/{id}', for which routes of the module are missing; add GET /drawings/{id}, PUT /drawings/{id}, POST /drawings.",
    ],
    [
      { kind: { apply: { action: 'lab:take', kind: 'lab:drawer' } } },
      "Kind 'lab:drawer' has 'apply' and no document; add 'document'.",
    ],
    [
      { kind: { role: 'plan', document: '/plans/{id}', apply: { action: 'lab:taek', kind: 'lab:drawer' } } },
      "The document of kind 'lab:drawer' is applied by action 'lab:taek'; did you mean 'lab:take'?",
    ],
    [
      { kind: { role: 'plan', document: '/plans/{id}', apply: { action: 'lab:take', kind: 'lab:drawer' } } },
      "Action 'lab:take' applies the document of kind 'lab:drawer'; add 'dry_run' and 'mode' to its input, and 'created', 'updated' and 'orphaned' to its output.",
    ],
    [
      { kind: { role: 'plan', document: '/plans/{id}', apply: { action: 'lab:arrange', kind: 'lab:drawr' } } },
      "The document of kind 'lab:drawer' is applied to kind 'lab:drawr'; did you mean 'lab:drawer'?",
    ],
    [
      {
        kind: {
          ...{ role: 'plan', document: '/plans/{id}' },
          apply: { action: 'lab:arrange', kind: 'lab:drawer', then: 'lab:taek' },
        },
      },
      "The document of kind 'lab:drawer' is applied and then offers action 'lab:taek'; did you mean 'lab:take'?",
    ],
    [
      { kind: { picture: '/drawing/{parent}.png' } },
      "The picture of kind 'lab:drawer' is '/drawing/{parent}.png'; add a GET route of the module that answers an image there.",
    ],
    [
      { kind: { picture: '/drawings/{id}.png?of={parnt}' } },
      "The picture of kind 'lab:drawer' mentions field 'parnt'; did you mean 'parent'?",
    ],
    [{ module: { icon: 'boxess' } }, "Module 'lab' has icon 'boxess'; did you mean 'boxes'?"],
    [{ module: { menu: ['lab:drawr'] } }, "The menu of module 'lab' has kind 'lab:drawr'; did you mean 'lab:drawer'?"],
    [
      { module: { home: [{ title: 'All', metric: 'lab:drawr' }] } },
      "Tile 'All' of module 'lab' counts kind 'lab:drawr'; did you mean 'lab:drawer'?",
    ],
    [
      { module: { home: [{ title: 'All', metric: 'lab:drawer', rows: { fields: ['keepr'] } }] } },
      "Tile 'All' of module 'lab' mentions field 'keepr'; did you mean 'keeper'?",
    ],
    [
      { module: { home: [{ title: 'All', metric: 'lab:drawer', rows: { action: 'lab:taek' } }] } },
      "Tile 'All' of module 'lab' offers action 'lab:taek'; did you mean 'lab:take'?",
    ],
    [
      {
        module: { home: [{ title: 'All', metric: 'lab:drawer', rows: { fields: ['name', 'unit', 'low', 'since'] } }] },
      },
      "Tile 'All' of module 'lab' shows 4 fields of a row; leave 3 at most.",
    ],
    [
      { module: { home: [{ title: 'All', metric: 'lab:drawer', daily: 'since' }] } },
      "Tile 'All' of module 'lab' counts days of 'since', which is not a field of type datetime; name one that is.",
    ],
    [
      { module: { home: [{ title: 'All', metric: 'lab:drawer', daily: 'seen_at', rows: {} }] } },
      "Tile 'All' of module 'lab' has both 'rows' and 'daily'; leave one of them.",
    ],
  ])('refuses %j', (hints, fault) => {
    expect(checkModules([lab(hints)])).toEqual([fault]);
    expect(fault).toMatch(REMEDY);
  });
});
