import { IsBoolean, IsIn, IsInt, IsString, Length, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import {
  KEEP_UNITS,
  RETENTION_ACTIONS,
  RETENTION_DATES,
  type DuePreview,
  type KeepUnit,
  type RetentionAction,
  type RetentionDate,
  type RetentionRule,
  type RetentionRuleFields,
} from '#archive/retention';
import { IsId, OneLine, OrganizationParams, type DateTime, type Integer } from '#ground/http-kit';

const isSet = (_: unknown, value: unknown): boolean => value !== undefined && value !== null;

export class RetentionRuleParams extends OrganizationParams {
  @IsId('rtr') retentionRuleId!: string;
}

/** An update replaces all of it. */
export class RetentionRuleBody {
  /** 1 to 255 characters. */
  @OneLine() @IsString() @Length(1, 255) name!: string;
  /** Which documents: a search as a user types it, at most 1024 characters; empty for all. An enabled rule needs one that is understood as a whole. */
  @IsString() @MaxLength(1024) query: string = '';
  /** The date of a document that its time counts from. A document without the date is kept. */
  @IsIn(RETENTION_DATES) dateSource!: RetentionDate;
  /** The property with the date; only for `property`. Of several values the last one counts. */
  @ValidateIf(isSet) @IsId('cpd') propertyId?: string | null;
  /** How long documents are kept after the date, 0 to 1200, in the unit. */
  @IsInt() @Min(0) @Max(1200) keepAmount!: Integer;
  @IsIn(KEEP_UNITS) keepUnit: KeepUnit = 'years';
  /** What happens then. `review`: the document is put into the inbox. `purge`: it is removed permanently at once. */
  @IsIn(RETENTION_ACTIONS) action: RetentionAction = 'review';
  /** False: the rule does nothing, and keeps nothing from other rules. */
  @IsBoolean() isEnabled: boolean = true;
  /**
   * True: documents are locked until their time is over. No user and no process changes their files or removes them
   * permanently before. The rule can then only be made longer, until its last lock has ended.
   */
  @IsBoolean() isLocking: boolean = false;
}

export class RetentionRuleView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  /** Null when the user is gone. */
  createdBy!: string | null;
  name!: string;
  query!: string;
  dateSource!: RetentionDate;
  /** Null for other sources than `property`, and when the property was deleted: the rule then keeps what it finds. */
  propertyId!: string | null;
  keepAmount!: Integer;
  keepUnit!: KeepUnit;
  action!: RetentionAction;
  isEnabled!: boolean;
  isLocking!: boolean;
}

export class RetentionRuleResponse {
  retentionRule!: RetentionRuleView;
}

export class DueDocumentView {
  id!: string;
  name!: string;
  /** The calendar day on which its time was over, `2026-01-31`. */
  keepUntil!: string;
}

export class RetentionPreviewView {
  /** Documents that the next run would put into the inbox, move to the trash or remove. */
  dueCount!: Integer;
  /** Documents whose time is over too, but that are on legal hold. */
  heldCount!: Integer;
  /** The first 25 of those that are due, oldest first. */
  documents!: DueDocumentView[];
  /** False: the search of the rule finds more than 20,000 documents whose time can be over, and the others are not counted. */
  isComplete!: boolean;
}

export function fieldsOf({ propertyId = null, ...body }: RetentionRuleBody): RetentionRuleFields {
  const { name, query, dateSource, keepAmount, keepUnit, action, isEnabled, isLocking } = body;
  return { name, query, dateSource, propertyId, keepAmount, keepUnit, action, isEnabled, isLocking };
}

export function retentionRuleView(rule: RetentionRule): RetentionRuleView {
  const { createdAt, updatedAt, ...facts } = rule;
  return { ...facts, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function retentionPreviewView({ documents, ...counts }: DuePreview): RetentionPreviewView {
  return { ...counts, documents: documents.map(({ id, name, keepUntil }) => ({ id, name, keepUntil })) };
}
