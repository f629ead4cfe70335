import { definedAuditActions } from '#ground/audit';
import { definedEvents } from '#ground/history';
import { code, page, table } from './page.mjs';
import { load, sources } from './sources.mjs';

const INTRODUCTION =
  'An entry of the audit log says who did what, when, and from where. Entries of an organization are in its log, all others in the log of the installation. They are never changed, and removed only after `AUDIT_RETENTION_DAYS`. Reading documents is not recorded; visits of share links and file requests are in the lists of these links. Why: [ADR 57](../adr/0057-the-audit-log.md).';

const EVENTS =
  'Every [event](events.md) of an organization is an entry of its log, with the name of the event, and its facts as details.';

export async function generate() {
  for (const file of [...sources('libs/**/*.audit.ts'), ...sources('libs/**/*.events.ts')]) await load(file);
  const rows = (actions) => actions.map(({ name, description }) => [code(name), description]);
  return {
    'docs/reference/audit.md': page(
      'Audit log',
      INTRODUCTION,
      '## Actions',
      table(['action', 'when'], rows(definedAuditActions())),
      '## Events',
      EVENTS,
      table(['event', 'when'], rows(definedEvents().sort((a, b) => (a.name < b.name ? -1 : 1)))),
    ),
  };
}
