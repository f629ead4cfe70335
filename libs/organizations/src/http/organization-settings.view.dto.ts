import type { Integer } from '#libs/http-kit';

export class AutoTaggingView {
  isEnabled!: boolean;
  canCreateNewTags!: boolean;
  maxTags!: Integer;
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
