import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { ModelLabel } from './learned-filing.schema.js';

export interface ModelState {
  trainedAt: Date;
  /** Documents that were learned from. */
  documents: number;
  labels: ModelLabel[];
}

export interface StoredModel extends ModelState {
  logPosition: string;
  model: Uint8Array | null;
}

/** An organization, and how far its log was when it was looked at. */
export interface LogPosition {
  organizationId: string;
  position: string;
}

const CHANGES = ['document:tag:added', 'document:tag:removed', 'document:property:changed'];

/** Every statement on `organization_model`. Raw: they read the log of the organization, too. */
@Injectable()
export class OrganizationModelRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** When the model was learned, if there is one. */
  async version({ organizationId }: OrganizationScope, tx?: Transaction): Promise<Date | undefined> {
    const [row] = await this.#sql(tx).query<{ trainedAt: Date }>(
      `select trained_at as "trainedAt" from organization_model where organization_id = $1 and model is not null`,
      [organizationId],
    );
    return row?.trainedAt;
  }

  async load({ organizationId }: OrganizationScope): Promise<StoredModel | undefined> {
    const [row] = await this.#sql().query<StoredModel>(
      `select trained_at as "trainedAt", log_position::text as "logPosition", documents, labels, model
       from organization_model where organization_id = $1`,
      [organizationId],
    );
    return row;
  }

  async state({ organizationId }: OrganizationScope): Promise<ModelState | undefined> {
    const [row] = await this.#sql().query<ModelState>(
      `select trained_at as "trainedAt", documents, labels from organization_model where organization_id = $1`,
      [organizationId],
    );
    return row;
  }

  /** Replaces the model. Does nothing when the organization is gone. */
  async save({ organizationId }: OrganizationScope, model: StoredModel): Promise<void> {
    await this.#sql().query(
      `insert into organization_model (organization_id, trained_at, log_position, documents, labels, model)
       select id, $2, $3::bigint, $4, $5::jsonb, $6 from organization where id = $1
       on conflict (organization_id) do update set trained_at = excluded.trained_at,
         log_position = excluded.log_position, documents = excluded.documents, labels = excluded.labels, model = excluded.model`,
      [
        ...[organizationId, model.trainedAt, model.logPosition, model.documents],
        ...[JSON.stringify(model.labels), model.model === null ? null : Buffer.from(model.model)],
      ],
    );
  }

  /** What was learned is of no use: it is learned again when it is due next. */
  async forget({ organizationId }: OrganizationScope): Promise<void> {
    await this.#sql().query('delete from organization_model where organization_id = $1', [organizationId]);
  }

  /** The end of the log; what people do later is learned the next time. */
  async position({ organizationId }: OrganizationScope): Promise<string> {
    const [row] = await this.#sql().query<{ position: string }>(
      'select event_position::text as position from organization_log where organization_id = $1',
      [organizationId],
    );
    return row?.position ?? '0';
  }

  /** Organizations in whose log at least so much has happened since their documents were learned from. */
  moved(least: number): Promise<LogPosition[]> {
    return this.#sql().query(
      `select l.organization_id as "organizationId", l.event_position::text as position
       from organization_log l left join organization_model m on m.organization_id = l.organization_id
       where l.event_position - coalesce(m.log_position, 0) >= $1`,
      [least],
    );
  }

  /** How many labels people have given and taken since the last training, up to `most`, and what that was. */
  async changes(
    { organizationId }: OrganizationScope,
    most: number,
  ): Promise<{ changes: number; documents: number | null }> {
    const [row] = await this.#sql().query<{ changes: number; documents: number | null }>(
      `select m.documents, (select count(*)::int from (
           select from event e where e.organization_id = o.id and e.position > coalesce(m.log_position, 0)
             and e.actor_kind <> 'system' and e.name = any($2::text[]) limit $3) counted) as changes
       from organization o left join organization_model m on m.organization_id = o.id where o.id = $1 and o.deleted_at is null`,
      [organizationId, CHANGES, most],
    );
    return row ?? { changes: 0, documents: null };
  }

  #sql(tx?: Transaction) {
    return tx?.sql ?? sqlOver(this.unitOfWork.db);
  }
}
