import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { TEXT_LENGTH } from './learner/features.js';

/** A label of a document: of a tag, or of an option and its property. */
export interface GivenLabel {
  labelId: string;
  propertyId: string | null;
  /** False: a rule, a model or an intake has given it, and no person has confirmed it. */
  isOfPerson: boolean;
}

/** A document that has labels, with the beginning of its text. */
export interface FiledDocument {
  sequence: string;
  /** That of its file. */
  name: string;
  text: string;
  labels: GivenLabel[];
}

/** Whether the last entry of the activity that is about it is of a person. What is older than the activity is. */
const ofPerson = (condition: string): string => `coalesce(
  (select true from learned_label l where l.document_id = d.id and l.label_id = given.label_id and l.state = 'confirmed'),
  (select a.user_id is not null from document_activity a where a.document_id = d.id and ${condition}
   order by a.created_at desc, a.id desc limit 1), true)`;

const LABELS = `(select json_agg(json_build_object('labelId', label_id, 'propertyId', property_id, 'isOfPerson', is_of_person)) from (
    select given.label_id, null as property_id,
      ${ofPerson(`a.event = 'tagged' and a.tag_id = given.label_id`)} as is_of_person
    from (select tag_id as label_id from document_tag where document_id = d.id) given
    union all
    select given.label_id, given.property_id,
      ${ofPerson(`a.event = 'updated' and a.event_data -> 'updatedFields' ? ('customProperties.' || given.key)`)}
    from (select v.option_id as label_id, v.property_id, p.key from document_custom_property v
      join custom_property p on p.id = v.property_id where v.document_id = d.id and v.option_id is not null) given
  ) labels)`;

/** Reads the documents that people have given labels. Raw: one statement for what belongs to several rooms. */
@Injectable()
export class FiledDocumentRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Active documents with a text and a label, the latest first, that came in before `sequence`. */
  before({ organizationId }: OrganizationScope, sequence: string | null, limit: number): Promise<FiledDocument[]> {
    return sqlOver(this.unitOfWork.db).query(
      `select d.sequence::text as sequence, d.original_name as name, left(d.content, ${TEXT_LENGTH}) as text,
         coalesce(${LABELS}, '[]') as labels
       from document d
       where d.organization_id = $1 and d.deleted_at is null and d.content <> ''
         and ($2::bigint is null or d.sequence < $2::bigint)
         and (exists (select from document_tag t where t.document_id = d.id)
           or exists (select from document_custom_property v where v.document_id = d.id and v.option_id is not null))
       order by d.sequence desc limit $3`,
      [organizationId, sequence, limit],
    );
  }
}
