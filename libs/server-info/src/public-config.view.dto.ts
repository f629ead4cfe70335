import type { Integer } from '#libs/http-kit';

export class SwitchView {
  isEnabled!: boolean;
}

export class CustomProviderView {
  providerId!: string;
  providerName!: string;
  providerIconUrl?: string;
}

export class AuthProvidersView {
  email!: SwitchView;
  github!: SwitchView;
  google!: SwitchView;
  /** Sign-in providers besides those. */
  customs!: CustomProviderView[];
}

export class AuthSettingsView {
  isEmailVerificationRequired!: boolean;
  isPasswordResetEnabled!: boolean;
  isRegistrationEnabled!: boolean;
  showLegalLinksOnAuthPage!: boolean;
  providers!: AuthProvidersView;
}

export class DocumentSettingsView {
  deletedDocumentsRetentionDays!: Integer;
}

export class DeletedOrganizationsView {
  deletedOrganizationsPurgeDaysDelay!: Integer;
}

export class PublicConfigView {
  version!: string;
  gitCommitSha!: string;
  gitCommitDate!: string;
  auth!: AuthSettingsView;
  documents!: DocumentSettingsView;
  intakeEmails!: SwitchView;
  organizations!: DeletedOrganizationsView;
  autoTagging!: SwitchView;
}

export class ConfigResponse {
  config!: PublicConfigView;
}
