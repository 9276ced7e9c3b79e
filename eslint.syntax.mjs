import { readdirSync } from 'node:fs';

const MODULES = readdirSync(new URL('libs/modules', import.meta.url));

/** Syntax that the lint refuses, each with what to write instead. `eslint.config.mjs` says where. */
export const syntax = {
  defaultExport: {
    selector: 'ExportDefaultDeclaration',
    message: 'Export by name: a thing has one name everywhere.',
  },
  enumeration: {
    selector: 'TSEnumDeclaration, TSModuleDeclaration[kind="namespace"], TSParameterProperty',
    message: 'Only syntax that is erased: use a union of literals, a module, a plain field.',
  },
  namedFromJsonwebtoken: {
    selector:
      'ImportDeclaration[source.value="jsonwebtoken"][importKind!="type"] > ImportSpecifier[importKind!="type"]',
    message: "It type-checks and then fails at start: import jwt from 'jsonwebtoken'.",
  },
  skippedTest: {
    selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/]',
    message: 'Every test runs. A test whose requirement is absent fails.',
  },
  wait: {
    selector:
      'CallExpression[callee.name=/^(sleep|setTimeout)$/], CallExpression[callee.property.name="waitForTimeout"], WhileStatement > AwaitExpression.test, WhileStatement > .test AwaitExpression',
    message:
      'A time is too short on a busy machine, and a loop without end says nothing. Wait for a state with `until` of @cubit/testing; if a time is what the test is about, disable the rule for the line, with the reason.',
  },
  clock: {
    selector:
      'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"], MemberExpression[object.name="Date"][property.name="now"]',
    message: 'The time comes from context.now, so that a test can set it and one transaction has one instant.',
  },
  randomness: {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'Identifiers come from context.newId().',
  },
  queryKey: {
    selector:
      'Property[key.name="queryKey"] > ArrayExpression, VariableDeclarator[id.name="queryKey"] > ArrayExpression',
    message: 'Keys come from `queryKeys` of @cubit/web-records: what makes a query out of date has to know its key.',
  },
  declaredName: {
    selector: `Literal[value=/^(?:${MODULES.join('|')}):/]`,
    message: 'The web app draws what modules declare: it names no kind and no action of any of them.',
  },
  dynamicImport: { selector: 'ImportExpression', message: 'A module is one value, loaded whole at boot.' },
};
