import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2, ChevronsUpDown, Plus } from 'lucide-react';
import { Button } from '../../components/button';
import { Initial } from '../../components/initial';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { organizations } from '../session';

export function OrganizationSwitcher({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  const { data: all = [] } = useQuery(organizations());
  const present = all.find(({ id }) => id === organizationId);
  return (
    <Menu
      trigger={
        <Button kind="quiet" className="w-full">
          <Initial name={present?.name ?? ''} className="rounded-control bg-accent text-on-accent" />
          <span className="min-w-0 flex-1 truncate text-start font-semibold" dir="auto">
            {present?.name ?? ' '}
          </span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
        </Button>
      }
    >
      {all.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={Building2}
          onSelect={() =>
            void navigate({ to: '/organizations/$organizationId/documents', params: { organizationId: id } })
          }
        >
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => void navigate({ to: '/organizations' })}>
        <Trans>All organizations</Trans>
      </MenuItem>
      <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/organizations/create' })}>
        <Trans>New organization</Trans>
      </MenuItem>
    </Menu>
  );
}
