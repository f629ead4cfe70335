import { Injectable } from '@nestjs/common';
import { sql, type Kysely } from 'kysely';
import {
  anyOf,
  asJson,
  COUNT,
  kyselyOf,
  lockName,
  ofPage,
  sqlOver,
  UnitOfWork,
  type Transaction,
} from '#ground/database';
import { createId, type OrganizationScope, type Page } from '#ground/kernel';
import type { TagRow } from '#archive/tags';
import type { FollowUp } from './follow-up.js';
import type { RuleChange } from './rule-change.js';
import type { TaggingRuleTables } from './tagging-rule.schema.js';
import type { Condition, RunnableRule, TaggingRule } from './tagging-rule.js';

/** A rule that is used for new documents. */
export type EnabledRule = RunnableRule & { id: string; name: string };

interface RuleFields {
  name: string;
  description: string | null;
  enabled: boolean;
  conditionMatchMode: TaggingRule['conditionMatchMode'];
  changes?: readonly RuleChange[] | undefined;
  followUps?: readonly FollowUp[] | undefined;
}

/** PostgreSQL makes the JSON of these: thousands of rows and dates of one list would hold up all other requests. */
interface RuleParts {
  id: string;
  conditions: TaggingRule['conditions'] | null;
  actions: Omit<TaggingRule['actions'][number], 'tag'>[] | null;
}

type RuleRow = Omit<TaggingRule, 'actions' | 'conditions'>;

const COLUMNS = [
  'id',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'organization_id as organizationId',
  'name',
  'description',
  'enabled',
  'condition_match_mode as conditionMatchMode',
  'changes',
  'follow_ups as followUps',
] as const;

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_035;

/** Later than the previous one, even within a millisecond. */
export const TOUCHED = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')`;

/** Every statement on tagging rules. Raw where they read tables of other rooms, make JSON, or take lists as rows. */
@Injectable()
export class TaggingRuleRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Rules of an organization are written one after the other, so that the limits hold. The first lock to take. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await this.#db(tx)
      .selectFrom('tagging_rule')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** How many tags the rules of the organization add, all of them together. */
  async countActions(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await this.#db(tx)
      .selectFrom('tagging_rule as r')
      .innerJoin('tagging_rule_action as a', 'a.tagging_rule_id', 'r.id')
      .select(COUNT.as('count'))
      .where('r.organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Says that rules have changed: what was kept of them is out of date. The last lock that a change of rules takes. */
  async touch(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    const version = sql<string>`gen_random_uuid()::text`;
    await this.#db(tx)
      .insertInto('tagging_rule_set')
      .values({ organization_id: organizationId, version })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ version }))
      .execute();
  }

  /** Another one after each change of a rule; undefined for an organization that never had any. */
  async version(tx: Transaction, { organizationId }: OrganizationScope): Promise<string | undefined> {
    const row = await this.#db(tx)
      .selectFrom('tagging_rule_set')
      .select('version')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return row?.version;
  }

  /** Oldest first. */
  async list({ organizationId }: OrganizationScope, page?: Page): Promise<TaggingRule[]> {
    const rows = await this.#db()
      .selectFrom('tagging_rule')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .$call(ofPage(page))
      .execute();
    return this.#complete(rows);
  }

  async find(
    { organizationId }: OrganizationScope,
    taggingRuleId: string,
    tx?: Transaction,
  ): Promise<TaggingRule | undefined> {
    const rows = await this.#db(tx)
      .selectFrom('tagging_rule')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('id', '=', taggingRuleId)
      .execute();
    return (await this.#complete(rows, tx))[0];
  }

  /** Returns what the enabled rules look for and do, oldest first; with `ids`, those of these rules. */
  async enabled(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    ids: readonly string[] | null = null,
  ): Promise<EnabledRule[]> {
    return tx.sql.query<EnabledRule>(
      `select r.id, r.name, r.condition_match_mode as "conditionMatchMode", r.changes, r.follow_ups as "followUps",
         coalesce((select jsonb_agg(jsonb_build_object('field', c.field, 'operator', c.operator, 'value', c.value,
             'propertyDefinitionId', c.property_definition_id, 'propertyType', p.type) order by c.position)
           from tagging_rule_condition c
           left join custom_property p on p.id = c.property_definition_id and p.organization_id = r.organization_id
           where c.tagging_rule_id = r.id), '[]') as conditions,
         array(select a.tag_id from tagging_rule_action a where a.tagging_rule_id = r.id) as "tagIds"
       from tagging_rule r where r.organization_id = $1 and r.enabled and ($2::text[] is null or r.id = any($2))
       order by r.created_at, r.id`,
      [organizationId, ids],
    );
  }

  /** Locks a rule: no other transaction changes it before the commit. */
  lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    taggingRuleId: string,
  ): Promise<{ updatedAt: Date } | undefined> {
    return this.#db(tx)
      .selectFrom('tagging_rule')
      .select('updated_at as updatedAt')
      .where('organization_id', '=', organizationId)
      .where('id', '=', taggingRuleId)
      .forUpdate()
      .executeTakeFirst();
  }

  async insert(tx: Transaction, { organizationId }: OrganizationScope, fields: RuleFields): Promise<string> {
    const id = createId('tr');
    await tx.sql.query(
      `insert into tagging_rule (id, created_at, updated_at, organization_id, name, description, enabled,
         condition_match_mode, changes, follow_ups)
       select $1, at, at, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb from (select clock_timestamp() as at)`,
      [
        ...[id, organizationId, fields.name, fields.description, fields.enabled, fields.conditionMatchMode],
        JSON.stringify(fields.changes ?? []),
        JSON.stringify(fields.followUps ?? []),
      ],
    );
    return id;
  }

  /** A missing description, `enabled`, list of changes or of follow-ups stays unchanged. False when the rule does not exist. */
  async update(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    taggingRuleId: string,
    fields: Omit<RuleFields, 'changes' | 'description' | 'enabled' | 'followUps'> & {
      description: string | undefined;
      enabled: boolean | undefined;
      changes?: readonly RuleChange[] | undefined;
      followUps?: readonly FollowUp[] | undefined;
    },
  ): Promise<boolean> {
    const { name, description, enabled, conditionMatchMode, changes, followUps } = fields;
    const rows = await this.#db(tx)
      .updateTable('tagging_rule')
      .set({
        ...{ updated_at: TOUCHED, name, condition_match_mode: conditionMatchMode },
        ...(description !== undefined && { description }),
        ...(enabled !== undefined && { enabled }),
        ...(changes !== undefined && { changes: asJson(changes) }),
        ...(followUps !== undefined && { follow_ups: asJson(followUps) }),
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', taggingRuleId)
      .returning('id')
      .execute();
    return rows.length > 0;
  }

  async delete(tx: Transaction, { organizationId }: OrganizationScope, taggingRuleId: string): Promise<boolean> {
    const rows = await this.#db(tx)
      .deleteFrom('tagging_rule')
      .where('organization_id', '=', organizationId)
      .where('id', '=', taggingRuleId)
      .returning('id')
      .execute();
    return rows.length > 0;
  }

  async replaceConditions(tx: Transaction, taggingRuleId: string, conditions: readonly Condition[]): Promise<void> {
    await this.#db(tx).deleteFrom('tagging_rule_condition').where('tagging_rule_id', '=', taggingRuleId).execute();
    await tx.sql.query(
      `insert into tagging_rule_condition (id, created_at, updated_at, tagging_rule_id, position, field, operator, value,
         property_definition_id)
       select item.id, at, at, $1, item.position, item.field, item.operator, item.value, item.property_definition_id
       from (select clock_timestamp() as at), rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::text[]),
           unnest($5::text[]), unnest($6::text[]))
         with ordinality as item(id, field, operator, value, property_definition_id, position)`,
      [
        taggingRuleId,
        conditions.map(() => createId('trc')),
        conditions.map((condition) => condition.field),
        conditions.map((condition) => condition.operator),
        conditions.map((condition) => condition.value),
        conditions.map((condition) => condition.propertyDefinitionId ?? null),
      ],
    );
  }

  async replaceActions(tx: Transaction, taggingRuleId: string, tagIds: readonly string[]): Promise<void> {
    await this.#db(tx).deleteFrom('tagging_rule_action').where('tagging_rule_id', '=', taggingRuleId).execute();
    await tx.sql.query(
      `insert into tagging_rule_action (id, created_at, updated_at, tagging_rule_id, position, tag_id)
       select item.id, at, at, $1, item.position, item.tag_id
       from (select clock_timestamp() as at), rows from (unnest($2::text[]), unnest($3::text[]))
         with ordinality as item(id, tag_id, position)`,
      [taggingRuleId, tagIds.map(() => createId('tra')), tagIds],
    );
  }

  /** Locks the rules that add a tag, in the order of their ids, and returns these. */
  async lockThoseWithTag(tx: Transaction, { organizationId }: OrganizationScope, tagId: string): Promise<string[]> {
    const rows = await this.#db(tx)
      .selectFrom('tagging_rule as r')
      .select('r.id')
      .where('r.organization_id', '=', organizationId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('tagging_rule_action as a')
            .whereRef('a.tagging_rule_id', '=', 'r.id')
            .where('a.tag_id', '=', tagId),
        ),
      )
      .orderBy('r.id')
      .forUpdate()
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Rules that add both tags keep the action of the first one, which goes with that tag. */
  async replaceTag(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { ruleIds, tagId, intoTagId }: { ruleIds: readonly string[]; tagId: string; intoTagId: string },
  ): Promise<number> {
    await tx.sql.query(
      `update tagging_rule_action a set tag_id = $3, updated_at = clock_timestamp()
       from tagging_rule r where r.id = a.tagging_rule_id and r.organization_id = $1 and a.tag_id = $2
         and not exists (select from tagging_rule_action o where o.tagging_rule_id = r.id and o.tag_id = $3)`,
      [organizationId, tagId, intoTagId],
    );
    const changed = await this.#db(tx)
      .updateTable('tagging_rule')
      .set({ updated_at: TOUCHED })
      .where('organization_id', '=', organizationId)
      .where('id', '=', anyOf(ruleIds))
      .returning('id')
      .execute();
    return changed.length;
  }

  /** The tags that the rule adds. */
  async tagIds(tx: Transaction, { organizationId }: OrganizationScope, taggingRuleId: string): Promise<string[]> {
    const rows = await this.#db(tx)
      .selectFrom('tagging_rule_action as a')
      .innerJoin('tagging_rule as r', 'r.id', 'a.tagging_rule_id')
      .select('a.tag_id as tagId')
      .where('r.organization_id', '=', organizationId)
      .where('r.id', '=', taggingRuleId)
      .execute();
    return rows.map(({ tagId }) => tagId);
  }

  /** False when the rule is gone, or its organization was deleted. */
  async isLive(tx: Transaction, { organizationId }: OrganizationScope, taggingRuleId: string): Promise<boolean> {
    const rows = await tx.sql.query(
      `select from tagging_rule r join organization o on o.id = r.organization_id
       where r.organization_id = $1 and r.id = $2 and o.deleted_at is null for key share of r`,
      [organizationId, taggingRuleId],
    );
    return rows.length > 0;
  }

  #db(source: { readonly db: Kysely<unknown> } = this.unitOfWork): Kysely<TaggingRuleTables> {
    return kyselyOf<TaggingRuleTables>(source);
  }

  async #complete(rules: readonly RuleRow[], tx?: Transaction): Promise<TaggingRule[]> {
    const ids = rules.map((rule) => rule.id);
    if (ids.length === 0) return [];
    const sql = tx?.sql ?? sqlOver(this.unitOfWork.db);
    const [parts, tags] = await Promise.all([
      sql.query<RuleParts>(
        `select r.id,
           (select json_agg(json_build_object('id', c.id, 'createdAt', ${iso('c.created_at')},
               'updatedAt', ${iso('c.updated_at')}, 'taggingRuleId', r.id, 'field', c.field, 'operator', c.operator,
               'value', c.value, 'propertyDefinitionId', c.property_definition_id) order by c.position)
             from tagging_rule_condition c where c.tagging_rule_id = r.id) as conditions,
           (select json_agg(json_build_object('id', a.id, 'createdAt', ${iso('a.created_at')},
               'updatedAt', ${iso('a.updated_at')}, 'taggingRuleId', r.id, 'tagId', a.tag_id) order by a.position)
             from tagging_rule_action a where a.tagging_rule_id = r.id) as actions
         from unnest($1::text[]) r(id)`,
        [ids],
      ),
      sql.query<TagRow>(
        `select t.id, t.created_at as "createdAt", t.updated_at as "updatedAt", t.organization_id as "organizationId",
           t.name, t.normalized_name as "normalizedName", t.color, t.description
         from tag t where t.id in (select a.tag_id from tagging_rule_action a where a.tagging_rule_id = any($1::text[]))`,
        [ids],
      ),
    ]);
    const partsOf = new Map(parts.map((part) => [part.id, part]));
    const tagsById = new Map(tags.map((tag) => [tag.id, tag]));
    return rules.map((rule) => {
      const { conditions, actions } = partsOf.get(rule.id) ?? {};
      return {
        ...rule,
        conditions: conditions ?? [],
        actions: (actions ?? []).flatMap((action) => {
          const tag = tagsById.get(action.tagId);
          return tag ? { ...action, tag } : [];
        }),
      };
    });
  }
}

/** As `toISOString` of JavaScript writes it. */
function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
