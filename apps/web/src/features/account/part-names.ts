import { useLingui } from '@lingui/react/macro';

/** What the parts and verbs of permissions are called. */
export function usePermissionNames() {
  const { t } = useLingui();
  const parts: Record<string, string> = {
    documents: t`Documents`,
    tags: t`Tags`,
    'custom-properties': t`Custom properties`,
    'document-views': t`Saved views`,
    'tagging-rules': t`Tagging rules`,
    reminders: t`Reminders`,
    'legal-holds': t`Legal holds`,
    'retention-rules': t`Retention rules`,
    'file-requests': t`File requests`,
    events: t`Events`,
    webhooks: t`Webhooks`,
    'intake-emails': t`Intake by e-mail`,
    'intake-failures': t`Rejected files`,
    organizations: t`Organizations`,
  };
  const verbs: Record<string, string> = {
    create: t`create`,
    read: t`read`,
    update: t`change`,
    delete: t`delete`,
  };
  return {
    partName: (part: string) => parts[part] ?? part,
    verbName: (permission: string) => {
      const verb = permission.slice(permission.indexOf(':') + 1);
      return verbs[verb] ?? verb;
    },
  };
}
