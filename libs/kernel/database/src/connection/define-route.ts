import type { TObject, TSchema } from 'typebox';
import type { RouteDefinition, RouteRequest } from '@cubit/core/host';
import type { Transaction } from './transaction.js';

/** A request whose transactions give access to the database. */
export type DatabaseRequest = RouteRequest<Readonly<Record<string, string>>, unknown, unknown, Transaction>;

/** Checks the types of a route that uses the database, and erases them: lists of routes are uniform. */
export function defineRoute<Params extends TObject, Query extends TObject, Body extends TSchema>(
  definition: RouteDefinition<Params, Query, Body, Transaction>,
): RouteDefinition {
  return definition as unknown as RouteDefinition;
}
