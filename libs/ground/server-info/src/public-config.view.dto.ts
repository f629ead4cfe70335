import type { Integer } from '#ground/http-kit';

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
  /** Codes of an authenticator app after the password. */
  secondFactor!: SwitchView;
  /** Whether passkeys can be added and used here. */
  passkeys!: SwitchView;
  providers!: AuthProvidersView;
}

export class DocumentSettingsView {
  deletedDocumentsRetentionDays!: Integer;
  /** Media types of files that `GET …/documents/:documentId/rendition` shows as pages. */
  renderedTypes!: string[];
}

export class UploadSettingsView {
  /** Largest file that is accepted; null when there is no limit. */
  maxBytes!: Integer | null;
  /** Whether `…/uploads` accepts a file in parts (tus 1.0). */
  isResumable!: boolean;
}

export class DeletedOrganizationsView {
  deletedOrganizationsPurgeDaysDelay!: Integer;
}

export class SetupView {
  /** There is no account yet: the page should offer to create the first one. */
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
  upload!: UploadSettingsView;
  intakeEmails!: SwitchView;
  organizations!: DeletedOrganizationsView;
  autoTagging!: SwitchView;
}

export class ConfigResponse {
  config!: PublicConfigView;
}
