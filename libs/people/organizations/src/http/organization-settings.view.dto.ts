import type { Integer } from '#ground/http-kit';

export class AutoTaggingView {
  isEnabled!: boolean;
  canCreateNewTags!: boolean;
  maxTags!: Integer;
  /** Whether a date and a name may be suggested, which a person accepts or dismisses. */
  canSuggestDetails!: boolean;
}

export class AiSettingsView {
  autoTagging!: AutoTaggingView;
}

export class OrganizationSettingsView {
  ai!: AiSettingsView;
}

export class OrganizationSettingsResponse {
  organizationSettings!: OrganizationSettingsView;
}
