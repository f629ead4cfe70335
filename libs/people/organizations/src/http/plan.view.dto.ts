import type { Integer } from '#ground/http-kit';

/** Null means without limit. */
export class PlanLimitsView {
  maxDocumentStorageBytes!: Integer | null;
  maxFileSize!: Integer | null;
  maxIntakeEmailsCount!: Integer | null;
  maxOrganizationsMembersCount!: Integer | null;
  aiCreditsPerMonth!: Integer | null;
}

export class PlanView {
  id!: string;
  name!: string;
  limits!: PlanLimitsView;
}

export class SubscriptionResponse {
  /** Nothing is sold here. */
  subscription!: null;
  plan!: PlanView;
}

export class UsageFigureView {
  used!: Integer;
  limit!: Integer | null;
}

export class StorageUsageView extends UsageFigureView {
  /** Bytes in the trash, which count as used. */
  deleted!: Integer;
}

export class UsageView {
  documentsStorage!: StorageUsageView;
  intakeEmailsCount!: UsageFigureView;
  membersCount!: UsageFigureView;
  aiCredits!: UsageFigureView;
}

export class UsageResponse {
  usage!: UsageView;
  limits!: PlanLimitsView;
}

export class UsageOfDayView {
  /** `2026-11-22`, in UTC. */
  date!: string;
  /** Documents at the end of the day, those in the trash included; of today, those there are now. */
  documents!: Integer;
  bytes!: Integer;
}

export class UsageHistoryResponse {
  history!: UsageOfDayView[];
}

export class PlanEntitlementsResponse {
  planEntitlements!: never[];
}
