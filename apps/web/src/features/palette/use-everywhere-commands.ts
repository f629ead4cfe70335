import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setAppearance, type Density, type Theme } from '../../lib/appearance';
import type { Command } from '../../lib/commands';
import { activateLanguage, LANGUAGES } from '../../lib/i18n';
import { currentUser, mayAdminister, useRole } from '../session';

/** Actions of every page that are not on it: what can be made, settings, appearance, language. */
export function useEverywhereCommands(organizationId: string): Command[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { canEdit, canAdminister } = useRole(organizationId);
  const { data: user } = useQuery(currentUser());
  const params = { organizationId };
  const create = [
    {
      id: 'new.tag',
      label: t`New tag`,
      run: () => void navigate({ to: '/organizations/$organizationId/tags', params, search: { create: true } }),
    },
    {
      id: 'new.rule',
      label: t`New tagging rule`,
      run: () => void navigate({ to: '/organizations/$organizationId/tagging-rules/create', params }),
    },
    {
      id: 'new.property',
      label: t`New property`,
      run: () => void navigate({ to: '/organizations/$organizationId/custom-properties/create', params }),
    },
    {
      id: 'new.file-request',
      label: t`New file request`,
      keywords: t`collect files from others with a link`,
      run: () => void navigate({ to: '/organizations/$organizationId/file-requests/create', params }),
    },
  ];
  const administer = [
    {
      id: 'settings.audit',
      label: t`Audit log`,
      run: () => void navigate({ to: '/organizations/$organizationId/settings/audit', params }),
    },
    {
      id: 'new.member',
      label: t`Invite members`,
      run: () => void navigate({ to: '/organizations/$organizationId/members/invite', params }),
    },
    {
      id: 'new.webhook',
      label: t`New webhook`,
      run: () => void navigate({ to: '/organizations/$organizationId/settings/webhooks/create', params }),
    },
  ];
  const settings = [
    {
      id: 'settings.usage',
      label: t`Usage`,
      run: () => void navigate({ to: '/organizations/$organizationId/settings/usage', params }),
    },
    {
      id: 'settings.intake',
      label: t`Intake`,
      keywords: t`e-mail folder mailbox failures`,
      run: () => void navigate({ to: '/organizations/$organizationId/settings/intake', params }),
    },
    {
      id: 'settings.webhooks',
      label: t`Webhooks`,
      run: () => void navigate({ to: '/organizations/$organizationId/settings/webhooks', params }),
    },
    { id: 'settings.profile', label: t`Profile`, run: () => void navigate({ to: '/settings/profile' }) },
    {
      id: 'settings.security',
      label: t`Security`,
      keywords: t`password sessions`,
      run: () => void navigate({ to: '/settings/security' }),
    },
    { id: 'settings.appearance', label: t`Appearance`, run: () => void navigate({ to: '/settings/appearance' }) },
    {
      id: 'settings.region',
      label: t`Language and region`,
      keywords: t`date format numbers time zone`,
      run: () => void navigate({ to: '/settings/region' }),
    },
    { id: 'settings.keys', label: t`API keys`, run: () => void navigate({ to: '/api-keys' }) },
    { id: 'settings.new-key', label: t`New API key`, run: () => void navigate({ to: '/api-keys/create' }) },
    { id: 'settings.invitations', label: t`Invitations`, run: () => void navigate({ to: '/invitations' }) },
    { id: 'organizations', label: t`All organizations`, run: () => void navigate({ to: '/organizations' }) },
    { id: 'organizations.new', label: t`New organization`, run: () => void navigate({ to: '/organizations/create' }) },
  ];
  const server = [
    { id: 'admin', label: t`Administration`, run: () => void navigate({ to: '/admin/overview' }) },
    { id: 'admin.users', label: t`Users`, run: () => void navigate({ to: '/admin/users' }) },
    {
      id: 'admin.organizations',
      label: t`All organizations on this server`,
      run: () => void navigate({ to: '/admin/organizations' }),
    },
    { id: 'admin.jobs', label: t`Jobs`, run: () => void navigate({ to: '/admin/queues' }) },
    { id: 'admin.plugins', label: t`Plugins`, run: () => void navigate({ to: '/admin/plugins' }) },
    { id: 'admin.configuration', label: t`Configuration`, run: () => void navigate({ to: '/admin/configuration' }) },
    { id: 'admin.audit', label: t`Server audit log`, run: () => void navigate({ to: '/admin/audit' }) },
  ];
  const theme = (value: Theme, label: string): Omit<Command, 'group'> => ({
    id: `theme.${value}`,
    label,
    keywords: t`color scheme`,
    run: () => setAppearance({ theme: value }),
  });
  const density = (value: Density, label: string): Omit<Command, 'group'> => ({
    id: `density.${value}`,
    label,
    run: () => setAppearance({ density: value }),
  });
  const appearance = [
    theme('dark', t`Dark theme`),
    theme('light', t`Light theme`),
    theme('system', t`System theme`),
    density('compact', t`Compact rows`),
    density('normal', t`Normal rows`),
    density('touch', t`Large rows for touch`),
    ...LANGUAGES.map((language) => ({
      id: `language.${language}`,
      label: t`Language: ${new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language}`,
      run: () => {
        setAppearance({ language });
        void activateLanguage(language);
      },
    })),
  ];
  const under = (group: string, commands: readonly Omit<Command, 'group'>[]): Command[] =>
    commands.map((command) => ({ ...command, group }));
  return [
    ...under(t`Actions`, [...(canEdit ? create : []), ...(canAdminister ? administer : [])]),
    ...under(t`Settings`, settings),
    ...under(t`Administration`, mayAdminister(user) ? server : []),
    ...under(t`Appearance`, appearance),
  ];
}
