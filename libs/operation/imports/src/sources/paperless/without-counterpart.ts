/** Models that the import leaves out: what the report calls them, why, and which field names one of them. */
export interface WithoutCounterpart {
  what: string;
  reason: string;
  /** Without it, they are only counted. */
  nameField?: string;
}

const PERMISSION = {
  what: 'permission',
  reason: 'All members see the documents of their organization; permissions of single objects do not exist.',
};
const SIGN_IN = {
  what: 'sign-in data',
  reason: 'Passwords, tokens and sessions are not imported: users sign in with an account of this server.',
};
const WORKFLOW_PART = { what: 'part of a workflow', reason: 'Workflows are not imported.' };
const TECHNICAL = { what: 'technical data', reason: 'It describes the database or past work, not the archive.' };
const SETTING = { what: 'setting', reason: 'Settings of the program are not imported.' };
const NEW_LINK = 'Its address leads to the other server: share the documents again.';

export const WITHOUT_COUNTERPART: ReadonlyMap<string, WithoutCounterpart> = new Map<string, WithoutCounterpart>([
  [
    'documents.workflow',
    {
      ...{ what: 'workflow', nameField: 'name' },
      reason: 'Workflows are not imported: create tagging rules or follow-ups for what it does.',
    },
  ],
  ['documents.workflowtrigger', WORKFLOW_PART],
  ['documents.workflowaction', WORKFLOW_PART],
  ['documents.workflowactionemail', WORKFLOW_PART],
  ['documents.workflowactionwebhook', WORKFLOW_PART],
  ['documents.workflowrun', WORKFLOW_PART],
  [
    'documents.consumptiontemplate',
    { what: 'consumption template', nameField: 'name', reason: 'Templates are not imported: create tagging rules.' },
  ],
  ['documents.sharelink', { what: 'share link', nameField: 'slug', reason: NEW_LINK }],
  ['documents.sharelinkbundle', { what: 'share link', nameField: 'slug', reason: NEW_LINK }],
  [
    'paperless_mail.mailaccount',
    { what: 'mail account', nameField: 'name', reason: 'Set up the intake of mails with its address and password.' },
  ],
  [
    'paperless_mail.mailrule',
    { what: 'mail rule', nameField: 'name', reason: 'Set up the intake of mails and tagging rules instead.' },
  ],
  ['paperless_mail.processedmail', TECHNICAL],
  ['auth.group', { what: 'group', nameField: 'name', reason: 'Members have roles; groups do not exist.' }],
  ['auth.permission', PERMISSION],
  ['guardian.userobjectpermission', PERMISSION],
  ['guardian.groupobjectpermission', PERMISSION],
  ['authtoken.token', SIGN_IN],
  ['account.emailaddress', SIGN_IN],
  ['account.emailconfirmation', SIGN_IN],
  ['sessions.session', SIGN_IN],
  ['socialaccount.socialapp', SIGN_IN],
  ['socialaccount.socialaccount', SIGN_IN],
  ['socialaccount.socialtoken', SIGN_IN],
  ['mfa.authenticator', SIGN_IN],
  ['documents.uisettings', SETTING],
  ['paperless.applicationconfiguration', SETTING],
  ['auditlog.logentry', { what: 'log entry', reason: 'The log of the other program is not imported.' }],
  ['admin.logentry', { what: 'log entry', reason: 'The log of the other program is not imported.' }],
  ['documents.log', { what: 'log entry', reason: 'The log of the other program is not imported.' }],
  ['contenttypes.contenttype', TECHNICAL],
  ['documents.paperlesstask', TECHNICAL],
  ['django_celery_results.taskresult', TECHNICAL],
]);

export function unknownModel(model: string): WithoutCounterpart {
  return { what: model, reason: 'The import does not know this kind of object.' };
}
