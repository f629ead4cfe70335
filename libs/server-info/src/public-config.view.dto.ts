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

export class SetupView {
  /** There is no account yet: whoever opens the page should create the first one. */
  isNeeded!: boolean;
  /**
   * Registration is closed, so the first sign-up must have the set-up code, which the server prints on startup, in the
   * header `x-setup-code`.
   */
  needsCode!: boolean;
}

export class PublicConfigView {
  version!: string;
  gitCommitSha!: string;
  gitCommitDate!: string;
  auth!: AuthSettingsView;
  setup!: SetupView;
  documents!: DocumentSettingsView;
  intakeEmails!: SwitchView;
  organizations!: DeletedOrganizationsView;
  autoTagging!: SwitchView;
}

export class ConfigResponse {
  config!: PublicConfigView;
}
