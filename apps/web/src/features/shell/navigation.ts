import { msg } from '@lingui/core/macro';
import {
  Activity,
  CalendarClock,
  Files,
  FileText,
  House,
  Inbox,
  Link2,
  ListChecks,
  Mail,
  Settings,
  SlidersHorizontal,
  Tags,
  Trash2,
  Users,
} from 'lucide-react';

/** The pages of an organization, with the second key after `g`. */
export const NAVIGATION = [
  { to: '/organizations/$organizationId/home', label: msg`Home`, icon: House, key: 'h' },
  { to: '/organizations/$organizationId/documents', label: msg`Documents`, icon: Files, key: 'd' },
  { to: '/organizations/$organizationId/agenda', label: msg`Agenda`, icon: CalendarClock, key: 'e' },
  { to: '/organizations/$organizationId/tags', label: msg`Tags`, icon: Tags, key: 't' },
  {
    to: '/organizations/$organizationId/correspondents',
    label: msg`Correspondents`,
    icon: Mail,
    key: 'c',
    role: 'correspondent',
  },
  {
    to: '/organizations/$organizationId/document-types',
    label: msg`Document types`,
    icon: FileText,
    key: 'y',
    role: 'document_type',
  },
  { to: '/organizations/$organizationId/custom-properties', label: msg`Properties`, icon: SlidersHorizontal, key: 'p' },
  { to: '/organizations/$organizationId/tagging-rules', label: msg`Tagging rules`, icon: ListChecks, key: 'r' },
  { to: '/organizations/$organizationId/share-links', label: msg`Share links`, icon: Link2, key: 'l' },
  { to: '/organizations/$organizationId/file-requests', label: msg`File requests`, icon: Inbox, key: 'f' },
  { to: '/organizations/$organizationId/members', label: msg`Members`, icon: Users, key: 'm' },
  { to: '/organizations/$organizationId/activity', label: msg`Activity`, icon: Activity, key: 'a' },
  { to: '/organizations/$organizationId/deleted', label: msg`Trash`, icon: Trash2, key: 'x' },
  { to: '/organizations/$organizationId/settings', label: msg`Settings`, icon: Settings, key: 's' },
] as const;
