import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { TEXT_LENGTH } from './learner/features.js';
import type { LearnedLabelState } from './learned-filing.schema.js';

/** A label of a document with the reason for it. */
export interface LearnedLabel {
  labelId: string;
  /** Of the tag or the option. */
  name: string;
  /** Null: it is a tag. */
  propertyId: string | null;
  propertyName: string | null;
  /** Between 0 and 1. */
  score: number;
  words: string[];
  createdAt: Date;
}

/** A document that may get labels. */
export interface LabelledDocument {
  documentId: string;
  shownName: string;
  /** That of its file. */
  name: string;
  text: string;
  /** Tags, options, and properties with a value. */
  has: string[];
  /** Labels that were set, or that a person has decided about. */
  decided: string[];
  /** Labels that wait for a person. */
  suggested: string[];
  /** Tags that a person has taken away, and properties of which a person has changed the value. */
  touched: string[];
}

export interface NewLearnedLabel {
  documentId: string;
  labelId: string;
  propertyId: string | null;
  state: LearnedLabelState;
  score: number;
  words: string[];
}

/** A label that a batch has given a document, or suggests. */
export interface BatchLabel extends NewLearnedLabel {
  /** It was suggested before it was set. */
  wasSuggested: boolean;
}

export interface LabelName {
  name: string;
  /** Null: it is a tag. */
  propertyName: string | null;
}

export interface LabelOfDocument {
  documentId: string;
  labelId: string;
}

const HAS_TAG = 'exists (select from document_tag dt where dt.document_id = d.id and dt.tag_id = l.label_id)';
const HAS_OPTION = `exists (select from document_custom_property v
  where v.document_id = d.id and v.property_id = l.property_id and v.option_id = l.label_id)`;
const HAS_LABEL = `(case when l.property_id is null then ${HAS_TAG} else ${HAS_OPTION} end)`;
/** A property with one value that has another one. */
const HAS_OTHER = `(p.type = 'select' and exists (select from document_custom_property v
  where v.document_id = d.id and v.property_id = l.property_id))`;

/** By the activity of the document. */
const TOUCHED = `array(
  select a.tag_id from document_activity a where a.document_id = d.id and a.event = 'untagged' and a.user_id is not null
  union select p.id from document_activity a
    join custom_property p on p.organization_id = d.organization_id
      and a.event_data -> 'updatedFields' ? ('customProperties.' || p.key)
    where a.document_id = d.id and a.event = 'updated' and a.user_id is not null)`;

/** Every statement on `learned_label`. Raw: a label is a row of one of two tables of other rooms. */
@Injectable()
export class LearnedLabelRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** What is suggested for a document that does not have it, or what was set and is still there. */
  list({ organizationId }: OrganizationScope, documentId: string, state: 'set' | 'suggested'): Promise<LearnedLabel[]> {
    return sqlOver(this.unitOfWork.db).query(
      `select l.label_id as "labelId", coalesce(t.name, o.name) as name, l.property_id as "propertyId",
         p.name as "propertyName", l.score::float8 as score, l.words, l.created_at as "createdAt"
       from document d join learned_label l on l.document_id = d.id
       left join tag t on l.property_id is null and t.id = l.label_id and t.organization_id = d.organization_id
       left join custom_property p on p.id = l.property_id and p.organization_id = d.organization_id
       left join custom_property_option o on o.property_id = p.id and o.id = l.label_id
       where d.organization_id = $1 and d.id = $2 and l.state = $3 and coalesce(t.id, o.id) is not null
         and (case when l.state = 'set' then ${HAS_LABEL} else not ${HAS_LABEL} and not ${HAS_OTHER} end)
       order by l.score desc, l.label_id`,
      [organizationId, documentId, state],
    );
  }

  /** Of the documents that are not in the trash and have a text. The caller holds their locks. */
  documents(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<LabelledDocument[]> {
    return tx.sql.query(
      `select d.id as "documentId", d.name as "shownName", d.original_name as name, left(d.content, ${TEXT_LENGTH}) as text,
         array(select tag_id from document_tag where document_id = d.id
           union all select unnest(array[v.property_id, v.option_id]) from document_custom_property v where v.document_id = d.id) as has,
         array(select label_id from learned_label l where l.document_id = d.id and l.state <> 'suggested') as decided,
         array(select label_id from learned_label l where l.document_id = d.id and l.state = 'suggested') as suggested,
         ${TOUCHED} as touched
       from document d where d.organization_id = $1 and d.id = any($2::text[]) and d.deleted_at is null and d.content <> ''`,
      [organizationId, documentIds],
    );
  }

  /** Those of the tags and options that the organization still has. */
  async existing(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    labelIds: readonly string[],
  ): Promise<Set<string>> {
    return new Set((await this.names(tx, { organizationId }, labelIds)).keys());
  }

  /** The names of those of the tags and options that the organization still has. */
  async names(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    labelIds: readonly string[],
  ): Promise<Map<string, LabelName>> {
    if (labelIds.length === 0) return new Map();
    const rows = await tx.sql.query<LabelName & { id: string }>(
      `select id, name, null as "propertyName" from tag where organization_id = $1 and id = any($2::text[])
       union all select o.id, o.name, p.name from custom_property_option o join custom_property p on p.id = o.property_id
         where p.organization_id = $1 and o.id = any($2::text[])`,
      [organizationId, labelIds],
    );
    return new Map(rows.map(({ id, ...label }) => [id, label]));
  }

  /**
   * Replaces the suggestions of the documents, and adds what is set. Returns the documents whose suggestions are others
   * now. The caller holds their locks.
   */
  async replace(
    tx: Transaction,
    documentIds: readonly string[],
    labels: readonly NewLearnedLabel[],
  ): Promise<Set<string>> {
    const removed = await tx.sql.query<{ documentId: string }>(
      `delete from learned_label where document_id = any($1::text[]) and state = 'suggested'
       returning document_id as "documentId"`,
      [documentIds],
    );
    await this.add(tx, labels);
    const suggested = labels.filter(({ state }) => state === 'suggested');
    return new Set([...removed, ...suggested].map(({ documentId }) => documentId));
  }

  /** A suggestion may be set now; anything else that is there stays. Returns those that are new. */
  async add<Label extends NewLearnedLabel>(tx: Transaction, labels: readonly Label[]): Promise<Label[]> {
    if (labels.length === 0) return [];
    const added = await tx.sql.query<LabelOfDocument>(
      `insert into learned_label as l (document_id, label_id, property_id, state, score, words)
       select document_id, label_id, property_id, state, score, words::jsonb
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::real[], $6::text[])
         as given(document_id, label_id, property_id, state, score, words)
       on conflict (document_id, label_id) do update set state = 'set', score = excluded.score, words = excluded.words
         where l.state = 'suggested' and excluded.state = 'set'
       returning document_id as "documentId", label_id as "labelId"`,
      [
        labels.map(({ documentId }) => documentId),
        labels.map(({ labelId }) => labelId),
        labels.map(({ propertyId }) => propertyId),
        labels.map(({ state }) => state),
        labels.map(({ score }) => score),
        labels.map(({ words }) => JSON.stringify(words)),
      ],
    );
    return ofThese(labels, added);
  }

  /** Forgets labels that no person has decided about; those that were suggested before are again. Returns them. */
  async takeBack(tx: Transaction, labels: readonly BatchLabel[]): Promise<BatchLabel[]> {
    if (labels.length === 0) return [];
    const values = [
      labels.map(({ documentId }) => documentId),
      labels.map(({ labelId }) => labelId),
      labels.map(({ state }) => state),
      labels.map(({ wasSuggested }) => wasSuggested),
    ];
    const given = `unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) as given(document_id, label_id, state, was_suggested)
       where l.document_id = given.document_id and l.label_id = given.label_id and l.state = given.state`;
    const returning = 'returning l.document_id as "documentId", l.label_id as "labelId"';
    const kept = await tx.sql.query<LabelOfDocument>(
      `update learned_label l set state = 'suggested' from ${given} and given.was_suggested ${returning}`,
      values,
    );
    const removed = await tx.sql.query<LabelOfDocument>(
      `delete from learned_label l using ${given} and not given.was_suggested ${returning}`,
      values,
    );
    return ofThese(labels, [...kept, ...removed]);
  }

  /**
   * Notes what a person has decided. Returns the property of the label, null for a tag; undefined when it is not in the
   * state any more. The caller holds the lock of the document.
   */
  async decide(
    tx: Transaction,
    { documentId, labelId }: LabelOfDocument,
    { from, to }: { from: 'set' | 'suggested'; to: 'confirmed' | 'refused' },
  ): Promise<{ propertyId: string | null } | undefined> {
    const [row] = await tx.sql.query<{ propertyId: string | null }>(
      `update learned_label set state = $4 where document_id = $1 and label_id = $2 and state = $3
       returning property_id as "propertyId"`,
      [documentId, labelId, from, to],
    );
    return row;
  }
}

function ofThese<Label extends LabelOfDocument>(labels: readonly Label[], found: readonly LabelOfDocument[]): Label[] {
  const keys = new Set(found.map(({ documentId, labelId }) => `${documentId} ${labelId}`));
  return labels.filter(({ documentId, labelId }) => keys.has(`${documentId} ${labelId}`));
}
