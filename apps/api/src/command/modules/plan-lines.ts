import { type CandidatePlan, permissionLines } from './plan-candidate.js';

/** What an archive is and would change, for people. */
export function planLines(plan: CandidatePlan): string {
  const { candidate, contract, from, kinds, uses, faults } = plan;
  const permissions = permissionLines(plan.permissions);
  const lines = [
    `${candidate.name} ${candidate.version}, contract ${contract}`,
    `  package      ${candidate.package ?? '-'}`,
    `  integrity    ${candidate.integrity}`,
    `  provenance   none: whether its publisher built it is not known`,
    `  quality      ${candidate.quality ?? 'no tier claimed'}`,
    `  permissions  ${permissions.length > 0 ? permissions.join('; ') : permissionless(plan)}`,
    ...(from !== null && plan.added.length > 0 ? [`  new in them  ${plan.added.join('; ')}`] : []),
    '  A module is code of the program. Permissions are checked where it uses other modules; they are no sandbox.',
    '',
    ...changeLines(plan),
    ...kinds.flatMap(({ kind, workspaces }) => [
      `Changes records of ${kind}:`,
      ...workspaces.map(({ workspace, records }) => `  ${workspace}: ${records}`),
    ]),
    ...uses.map((use) => `The ${use}, which it removes.`),
    ...faults.map((fault) => `Refused: ${fault}`),
    ...(faults.length === 0 && !plan.isInstalled ? [`Plan ${plan.hash}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function permissionless({ permissions }: CandidatePlan): string {
  return permissions === null ? 'not declared, so nothing of other modules is refused to it' : 'none';
}

function changeLines({ candidate, from, isInstalled }: CandidatePlan): readonly string[] {
  if (isInstalled) return [`This archive is installed already.`];
  return [from === null ? `Installs ${candidate.name}.` : `Replaces version ${from}.`];
}

/** The plan as one JSON object. */
export function planJson({ candidate, ...plan }: CandidatePlan): string {
  const { name, version, package: packageName, integrity, quality } = candidate;
  const { from, hash, contract, permissions, added, kinds, uses, faults, isInstalled } = plan;
  const head = { name, version, package: packageName, integrity, provenance: null, quality, contract };
  const changes = { from, installed: isInstalled, permissions, added_permissions: added, kinds, uses, faults, hash };
  return `${JSON.stringify({ ...head, ...changes })}\n`;
}
