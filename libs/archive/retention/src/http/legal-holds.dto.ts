import { IsString, Length } from 'class-validator';
import { OneLine, type DateTime, type Integer } from '#ground/http-kit';
import type { LegalHold } from '#people/holds';

export class HoldReasonBody {
  /** Why: 1 to 500 characters. The audit log keeps it. */
  @OneLine() @IsString() @Length(1, 500) reason!: string;
}

export class ReleaseHoldQuery {
  /** Why it is released: 1 to 500 characters. The audit log keeps it. */
  @OneLine() @IsString() @Length(1, 500) reason!: string;
}

export class LegalHoldView {
  id!: string;
  /** Null: everything in the organization is held. */
  documentId!: string | null;
  reason!: string;
  setAt!: DateTime;
  /** Null when the user is gone. */
  setBy!: string | null;
}

export class LegalHoldResponse {
  hold!: LegalHoldView;
}

export class DocumentHoldResponse {
  /** Null when the document itself is not held; the organization may be. */
  hold!: LegalHoldView | null;
}

export class LegalHoldsResponse {
  /** Oldest first. */
  holds!: LegalHoldView[];
  holdsCount!: Integer;
}

export function legalHoldView({ id, documentId, reason, setAt, setBy }: LegalHold): LegalHoldView {
  return { id, documentId, reason, setAt: setAt.toISOString(), setBy };
}
