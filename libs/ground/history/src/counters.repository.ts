import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { CounterDeltas } from './counter-deltas.js';
import type { HistoryTables } from './history.schema.js';

export type CounterValues = Required<CounterDeltas>;

const NAMES = ['activeDocuments', 'activeBytes', 'trashedDocuments', 'trashedBytes'] as const;

const VALUES = NAMES.map((name) => sql<number>`${sql.ref(columnOf(name))}::float8`.as(name));

const NONE: CounterValues = { activeDocuments: 0, activeBytes: 0, trashedDocuments: 0, trashedBytes: 0 };

/** The correct counters, as text because they are of tables that other rooms define; the only place outside documents that counts documents. */
const TRUTH = `
  select organization_id, count(*) filter (where deleted_at is null) as active_documents,
    coalesce(sum(original_size + other_versions_size) filter (where deleted_at is null), 0)::bigint as active_bytes,
    count(*) filter (where deleted_at is not null) as trashed_documents,
    coalesce(sum(original_size + other_versions_size) filter (where deleted_at is not null), 0)::bigint as trashed_bytes
  from document group by organization_id`;

/** The expression for the number of active documents, for statements that read documents. */
export function activeDocumentsOf(organizationId: string): string {
  return `(select active_documents::float8 from organization_log where organization_id = ${organizationId})`;
}

export interface CounterDifference {
  organizationId: string;
  recorded: CounterValues;
  counted: CounterValues;
}

/** The number and size of an organization's documents, kept up to date by {@link Changes.record}. */
@Injectable()
export class Counters {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async of({ organizationId }: OrganizationScope): Promise<CounterValues> {
    return (await this.ofMany([organizationId])).get(organizationId) ?? NONE;
  }

  /** Returns the counters of these organizations, by id; without organizations that have never had a document. */
  async ofMany(organizationIds: readonly string[]): Promise<ReadonlyMap<string, CounterValues>> {
    const rows = await kyselyOf<HistoryTables>(this.unitOfWork)
      .selectFrom('organization_log')
      .select(['organization_id', ...VALUES])
      .where('organization_id', '=', sql<string>`any(${organizationIds}::text[])`)
      .execute();
    return new Map(rows.map(({ organization_id: id, ...values }) => [id, values]));
  }

  /** Returns the sums of the whole installation, including deleted organizations: their files still exist. */
  async total(): Promise<CounterValues> {
    return kyselyOf<HistoryTables>(this.unitOfWork)
      .selectFrom('organization_log')
      .select(NAMES.map((name) => sql<number>`coalesce(sum(${sql.ref(columnOf(name))}), 0)::float8`.as(name)))
      .executeTakeFirstOrThrow();
  }

  /**
   * Organizations whose counters are wrong. One snapshot, so changes under way make no difference. Those whose purge is
   * due are left out: it records nothing.
   */
  async compare(): Promise<CounterDifference[]> {
    const differences = await sqlOver(this.unitOfWork.db).query<CounterDifference>(
      `select l.organization_id as "organizationId",
         ${asObject('l')} as recorded, ${asObject('t')} as counted
       from organization_log l join organization o on o.id = l.organization_id
         left join (${TRUTH}) t on t.organization_id = l.organization_id
       where (o.scheduled_purge_at is null or o.scheduled_purge_at > now())
         and (l.active_documents, l.active_bytes, l.trashed_documents, l.trashed_bytes)
         is distinct from (coalesce(t.active_documents, 0), coalesce(t.active_bytes, 0),
           coalesce(t.trashed_documents, 0), coalesce(t.trashed_bytes, 0))
       order by l.organization_id`,
    );
    return differences;
  }

  /**
   * Counts again for one organization. The lock comes first, in a statement of its own: a transaction that has changed
   * documents needs it to commit, so it is counted if it is committed, and adds its own difference if it is not.
   */
  async mend(organizationId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await kyselyOf<HistoryTables>(tx)
        .selectFrom('organization_log')
        .select('organization_id')
        .where('organization_id', '=', organizationId)
        .forUpdate()
        .execute();
      await tx.sql.query(
        `update organization_log l set active_documents = coalesce(t.active_documents, 0),
           active_bytes = coalesce(t.active_bytes, 0), trashed_documents = coalesce(t.trashed_documents, 0),
           trashed_bytes = coalesce(t.trashed_bytes, 0)
         from (select $1::text as id) wanted left join (${TRUTH} having organization_id = $1) t on t.organization_id = wanted.id
         where l.organization_id = wanted.id`,
        [organizationId],
      );
    });
  }
}

function asObject(table: string): string {
  return `jsonb_build_object(${NAMES.map((name) => `'${name}', coalesce(${table}.${columnOf(name)}, 0)`).join(', ')})`;
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
}
