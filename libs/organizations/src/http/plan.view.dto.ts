/** Null means without limit. */
export class PlanLimitsView {
  maxDocumentStorageBytes!: number | null;
  maxFileSize!: number | null;
  maxIntakeEmailsCount!: number | null;
  maxOrganizationsMembersCount!: number | null;
  aiCreditsPerMonth!: number | null;
}

export class PlanView {
  id!: string;
  name!: string;
  limits!: PlanLimitsView;
}

export class SubscriptionAnswer {
  /** Nothing is sold here. */
  subscription!: null;
  plan!: PlanView;
}

export class UsageFigureView {
  used!: number;
  limit!: number | null;
}

export class StorageUsageView extends UsageFigureView {
  /** Bytes in the trash, which count as used. */
  deleted!: number;
}

export class UsageView {
  documentsStorage!: StorageUsageView;
  intakeEmailsCount!: UsageFigureView;
  membersCount!: UsageFigureView;
  aiCredits!: UsageFigureView;
}

export class UsageAnswer {
  usage!: UsageView;
  limits!: PlanLimitsView;
}

export class PlanEntitlementsAnswer {
  planEntitlements!: never[];
}
