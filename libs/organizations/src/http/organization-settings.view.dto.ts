export class AutoTaggingView {
  isEnabled!: boolean;
  canCreateNewTags!: boolean;
  maxTags!: number;
}

export class AiSettingsView {
  autoTagging!: AutoTaggingView;
}

export class OrganizationSettingsView {
  ai!: AiSettingsView;
}

export class OrganizationSettingsAnswer {
  organizationSettings!: OrganizationSettingsView;
}
