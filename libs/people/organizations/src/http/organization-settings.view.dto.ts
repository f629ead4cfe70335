import type { DateDetection, LearnedFiling } from '#config/organizations';
import type { Integer } from '#ground/http-kit';

export class AutoTaggingView {
  isEnabled!: boolean;
  canCreateNewTags!: boolean;
  maxTags!: Integer;
  /** Whether a date and a name may be suggested, which a person accepts or dismisses. */
  canSuggestDetails!: boolean;
  /** Whether values of custom properties may be suggested, which a person accepts or dismisses. */
  canSuggestProperties!: boolean;
}

export class AiSettingsView {
  autoTagging!: AutoTaggingView;
}

export class DocumentDatesSettingsView {
  /** How dates are found in documents without one, as the organization or the server has set it. */
  dateDetection!: DateDetection;
  /** Whether new documents are in the inbox until a person confirms them, as the organization or the server has set it. */
  isInboxEnabled!: boolean;
  /** Whether labels that were learned are suggested or set, as the organization or the server has set it. */
  learnedFiling!: LearnedFiling;
}

export class OrganizationSettingsView {
  ai!: AiSettingsView;
  documents!: DocumentDatesSettingsView;
}

export class OrganizationSettingsResponse {
  organizationSettings!: OrganizationSettingsView;
}
