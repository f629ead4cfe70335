import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useCommands } from '../../lib/commands';
import { useKeys } from '../../lib/keyboard';
import { undoLast } from '../../lib/undo';
import { useUploads } from '../upload';
import { NAVIGATION } from './navigation';

/** Keys and palette actions of every page of an organization. */
export function useGlobalKeys(organizationId: string): void {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const uploads = useUploads();
  const pages = NAVIGATION.map(({ to, label, key }) => ({
    label: i18n._(label),
    keys: `g ${key}`,
    run: () => void navigate({ to, params: { organizationId } }),
  }));
  useKeys([
    ...pages.map((page) => ({ ...page, group: t`Go to` })),
    { keys: 'u', label: t`Add documents`, group: t`Everywhere`, run: () => uploads.open() },
    { keys: 'z', label: t`Undo`, group: t`Everywhere`, run: () => void undoLast() },
    { keys: '$mod+Z', label: t`Undo`, group: t`Everywhere`, run: () => void undoLast() },
  ]);
  useCommands([
    ...pages.map((page) => ({ ...page, id: page.keys, group: t`Go to` })),
    { id: 'upload', label: t`Add documents`, group: t`Actions`, keys: 'u', run: () => uploads.open() },
    { id: 'undo', label: t`Undo`, group: t`Actions`, keys: 'z', run: () => void undoLast() },
  ]);
}
