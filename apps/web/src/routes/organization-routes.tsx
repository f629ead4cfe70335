import { createRoute, redirect } from '@tanstack/react-router';
import { myMembership, rememberOrganization } from '../features/session';
import { pageComponent } from '../lib/page-component';
import { auditSearch } from './audit-search';
import { choiceOf, numberOf, textOf } from './search-params';
import type * as SettingsPageModule from '../features/settings/settings-pages';
import { signedInRoute } from './signed-in-route';

/** The frame of an organization: navigation, uploads, live updates. */
export const organizationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/organizations/$organizationId',
  loader: async ({ context: { queryClient }, params: { organizationId } }): Promise<void> => {
    await queryClient.query({ ...myMembership(organizationId), staleTime: 'static' });
    rememberOrganization(organizationId);
  },
  component: pageComponent(() => import('../features/shell/app-shell'), 'AppShell'),
});
const getParentRoute = () => organizationRoute;

const TABS = ['properties', 'text', 'activity', 'processing'] as const;
const SORT_FIELDS = ['relevance', 'createdAt', 'documentDate', 'name', 'size', 'updatedAt'] as const;

/** What a list of documents shows. `q` is a search as people type it. */
const listSearch = (search: Record<string, unknown>) => ({
  ...textOf(search, 'q'),
  ...choiceOf(search, 'sort', SORT_FIELDS),
  ...choiceOf(search, 'order', ['asc', 'desc']),
  ...choiceOf(search, 'layout', ['list', 'cards']),
  ...textOf(search, 'columns'),
});

const index = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: ({ params }): void => {
    throw redirect({ to: '/organizations/$organizationId/documents', params, replace: true });
  },
});

const home = createRoute({
  getParentRoute,
  path: '/home',
  component: pageComponent(() => import('../features/home/home-page'), 'HomePage'),
});

export const documentsRoute = createRoute({
  getParentRoute,
  path: '/documents',
  validateSearch: listSearch,
  component: pageComponent(() => import('../features/documents/documents-page'), 'DocumentsPage'),
});

export const viewRoute = createRoute({
  getParentRoute,
  path: '/views/$documentViewId',
  // An empty search is not the one of the view.
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...(search['q'] === '' ? { q: '' } : {}),
  }),
  component: pageComponent(() => import('../features/views/view-page'), 'ViewPage'),
});

/**
 * `q`: the search that it was found with; `at`: its place in that list, from 0; `find`: a search inside of it, instead of
 * `q`.
 */
export const documentRoute = createRoute({
  getParentRoute,
  path: '/documents/$documentId',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...numberOf(search, 'at', 0),
    ...numberOf(search, 'page', 1),
    ...textOf(search, 'find'),
    ...choiceOf(search, 'tab', TABS),
    ...choiceOf(search, 'panel', ['closed']),
  }),
  component: pageComponent(() => import('../features/document/document-page'), 'DocumentPage'),
});

const pdfViewer = createRoute({
  getParentRoute,
  path: '/documents/$documentId/pdf-viewer',
  beforeLoad: ({ params }): void => {
    throw redirect({ to: '/organizations/$organizationId/documents/$documentId', params, replace: true });
  },
});

const inbox = createRoute({
  getParentRoute,
  path: '/inbox',
  component: pageComponent(() => import('../features/inbox/inbox-page'), 'InboxPage'),
});

const agenda = createRoute({
  getParentRoute,
  path: '/agenda',
  component: pageComponent(() => import('../features/agenda/agenda-pages'), 'AgendaPage'),
});
const reminders = createRoute({
  getParentRoute,
  path: '/agenda/reminders',
  component: pageComponent(() => import('../features/agenda/agenda-pages'), 'RemindersPage'),
});
const createReminder = createRoute({
  getParentRoute,
  path: '/agenda/reminders/create',
  component: pageComponent(() => import('../features/agenda/agenda-pages'), 'CreateReminderPage'),
});
const reminder = createRoute({
  getParentRoute,
  path: '/agenda/reminders/$reminderId',
  component: pageComponent(() => import('../features/agenda/agenda-pages'), 'ReminderPage'),
});

const trash = createRoute({
  getParentRoute,
  path: '/deleted',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textOf(search, 'q'),
    ...choiceOf(search, 'sort', ['deletedAt', 'name', 'size', 'createdAt'] as const),
    ...choiceOf(search, 'order', ['asc', 'desc'] as const),
  }),
  component: pageComponent(() => import('../features/trash/trash-page'), 'TrashPage'),
});
const optionSearch = (search: Record<string, unknown>) => ({
  ...textOf(search, 'q'),
  ...choiceOf(search, 'sort', ['name', 'documents', 'newest'] as const),
});
const tags = createRoute({
  getParentRoute,
  path: '/tags',
  validateSearch: (search: Record<string, unknown>) => ({
    ...optionSearch(search),
    ...(search['create'] === true ? { create: true } : {}),
  }),
  component: pageComponent(() => import('../features/tags/tags-page'), 'TagsPage'),
});
const correspondents = createRoute({
  getParentRoute,
  path: '/correspondents',
  validateSearch: optionSearch,
  component: pageComponent(() => import('../features/property-lists/property-list-page'), 'CorrespondentsPage'),
});
const documentTypes = createRoute({
  getParentRoute,
  path: '/document-types',
  validateSearch: optionSearch,
  component: pageComponent(() => import('../features/property-lists/property-list-page'), 'DocumentTypesPage'),
});
const rules = createRoute({
  getParentRoute,
  path: '/tagging-rules',
  component: pageComponent(() => import('../features/rules/rules-pages'), 'RulesPage'),
});
const createRule = createRoute({
  getParentRoute,
  path: '/tagging-rules/create',
  validateSearch: (search: Record<string, unknown>) => textOf(search, 'from'),
  component: pageComponent(() => import('../features/rules/rules-pages'), 'CreateRulePage'),
});
const rule = createRoute({
  getParentRoute,
  path: '/tagging-rules/$taggingRuleId',
  component: pageComponent(() => import('../features/rules/rules-pages'), 'RulePage'),
});
const properties = createRoute({
  getParentRoute,
  path: '/custom-properties',
  component: pageComponent(() => import('../features/properties/properties-pages'), 'PropertiesPage'),
});
const createProperty = createRoute({
  getParentRoute,
  path: '/custom-properties/create',
  component: pageComponent(() => import('../features/properties/properties-pages'), 'CreatePropertyPage'),
});
const property = createRoute({
  getParentRoute,
  path: '/custom-properties/$propertyDefinitionId',
  component: pageComponent(() => import('../features/properties/properties-pages'), 'PropertyPage'),
});
const fileRequests = createRoute({
  getParentRoute,
  path: '/file-requests',
  component: pageComponent(() => import('../features/file-requests/file-requests-pages'), 'FileRequestsPage'),
});
const createFileRequest = createRoute({
  getParentRoute,
  path: '/file-requests/create',
  component: pageComponent(() => import('../features/file-requests/file-requests-pages'), 'CreateFileRequestPage'),
});
const fileRequest = createRoute({
  getParentRoute,
  path: '/file-requests/$fileRequestId',
  component: pageComponent(() => import('../features/file-requests/file-requests-pages'), 'FileRequestPage'),
});
const members = createRoute({
  getParentRoute,
  path: '/members',
  component: pageComponent(() => import('../features/members/members-pages'), 'MembersPage'),
});
const invite = createRoute({
  getParentRoute,
  path: '/members/invite',
  component: pageComponent(() => import('../features/members/members-pages'), 'InvitePage'),
});
const invitations = createRoute({
  getParentRoute,
  path: '/invitations',
  component: pageComponent(() => import('../features/members/members-pages'), 'OrganizationInvitationsPage'),
});
const shareLinks = createRoute({
  getParentRoute,
  path: '/share-links',
  component: pageComponent(() => import('../features/share-links/share-links-page'), 'ShareLinksPage'),
});
const activity = createRoute({
  getParentRoute,
  path: '/activity',
  validateSearch: (search: Record<string, unknown>) => textOf(search, 'kind'),
  component: pageComponent(() => import('../features/activity/activity-page'), 'ActivityPage'),
});

const settings = createRoute({
  getParentRoute,
  path: '/settings',
  component: pageComponent(() => import('../features/settings/settings-layout'), 'SettingsLayout'),
});
const inSettings = () => settings;
const settingsPage = <const Path extends string>(path: Path, name: keyof typeof SettingsPageModule) =>
  createRoute({
    getParentRoute: inSettings,
    path,
    component: pageComponent(() => import('../features/settings/settings-pages'), name),
  });
// A route made inside of `addChildren` would lose its type.
const settingsPages = [
  settingsPage('/', 'GeneralPage'),
  settingsPage('/usage', 'UsagePage'),
  settingsPage('/dates', 'DocumentDatesPage'),
  settingsPage('/codes', 'CodesPage'),
  settingsPage('/filing', 'LearnedFilingPage'),
  settingsPage('/auto-tagging', 'AutoTaggingPage'),
  createRoute({
    getParentRoute: inSettings,
    path: '/intake',
    component: pageComponent(() => import('../features/intake/intake-page'), 'IntakePage'),
  }),
  createRoute({
    getParentRoute: inSettings,
    path: '/webhooks',
    component: pageComponent(() => import('../features/webhooks/webhooks-pages'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: inSettings,
    path: '/webhooks/create',
    component: pageComponent(() => import('../features/webhooks/webhooks-pages'), 'CreateWebhookPage'),
  }),
  createRoute({
    getParentRoute: inSettings,
    path: '/webhooks/$webhookId',
    component: pageComponent(() => import('../features/webhooks/webhooks-pages'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: inSettings,
    path: '/audit',
    validateSearch: auditSearch,
    component: pageComponent(() => import('../features/audit/organization-audit-page'), 'OrganizationAuditPage'),
  }),
];
const settingsRoutes = settings.addChildren(settingsPages);

export const organizationRoutes = organizationRoute.addChildren([
  index,
  home,
  documentsRoute,
  documentRoute,
  pdfViewer,
  viewRoute,
  inbox,
  agenda,
  reminders,
  createReminder,
  reminder,
  trash,
  tags,
  correspondents,
  documentTypes,
  rules,
  createRule,
  rule,
  properties,
  createProperty,
  property,
  fileRequests,
  createFileRequest,
  fileRequest,
  members,
  invite,
  invitations,
  shareLinks,
  activity,
  settingsRoutes,
]);
