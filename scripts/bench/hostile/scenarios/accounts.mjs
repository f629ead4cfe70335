// F6 and F7: names without end, and password work that takes the machine from others.
import { anAddress, call } from '../client.mjs';
import { uploadOfAnother } from '../documents.mjs';
import { aWord } from '../material.mjs';

const PASSWORD = 'correct horse battery staple';
const UPLOAD_LIMIT_MS = 1000;
const FAIR = [200, 401, 429, 503];

const post = ({ installation, signal }, path, json, options = {}) =>
  call(installation.baseUrl, { method: 'POST', path, json, signal, address: anAddress(), ...options });
const signUp = (context, more, options) =>
  post(
    context,
    '/api/auth/sign-up/email',
    { name: 'A', email: `${aWord()}@example.com`, password: PASSWORD, ...more },
    options,
  );
const signIn = (context, email, password, options) =>
  post(context, '/api/auth/sign-in/email', { email, password }, options);

export default [
  refusedSignUp('name-5mb', 'sign-up with a name of 5 MB', () => ({ name: 'n'.repeat(5_000_000) })),
  refusedSignUp('name-51', 'sign-up with a name of 51 characters', () => ({ name: 'n'.repeat(51) })),
  refusedSignUp('image', 'sign-up with a javascript: image', () => ({ image: 'javascript:alert(1)' })),
  refusedChange('change-name', 'update-user with a name of 5 MB', () => ({ name: 'n'.repeat(5_000_000) })),
  refusedChange('change-image', 'update-user with a javascript: image', () => ({ image: 'javascript:alert(1)' })),
  ...[40, 100, 300].map((count) =>
    signIns(`${count}`, `${count} sign-ins at once from one address`, count, anAddress()),
  ),
  signIns('300-addresses', '300 sign-ins at once from 300 addresses', 300),
  {
    group: 'f7',
    id: 'f7-sign-ups',
    name: '120 sign-ups at once, one of another client meanwhile',
    expected: '200, 429 or 503 within 5 s',
    capMs: 60_000,
    run: async (context) => {
      const address = anAddress();
      const attack = Promise.all(Array.from({ length: 120 }, () => signUp(context, {}, { address })));
      const other = await context.observer.ask('call', {
        baseUrl: context.installation.baseUrl,
        options: {
          method: 'POST',
          path: '/api/auth/sign-up/email',
          json: { name: 'Other', email: `${aWord()}@example.com`, password: PASSWORD },
        },
      });
      const finding = context.finding
        .answers([other], [200, 429, 503], 'of the other client')
        .within('its answer', other.ms, 5000);
      return finding.answers(await attack, [200, 429, 503]);
    },
  },
  {
    group: 'f7',
    id: 'f7-one-account',
    name: '60 wrong passwords for one account from 60 addresses',
    expected: '401, from some point on 429',
    capMs: 60_000,
    prepare: ({ installation }) => installation.person('victim'),
    run: async (context, { email }) => {
      const answers = [];
      for (let round = 0; round < 15; round += 1)
        answers.push(
          ...(await Promise.all(Array.from({ length: 4 }, () => signIn(context, email, `wrong ${aWord()}`)))),
        );
      const refused = answers.filter(({ status }) => status === 429).length;
      return context.finding.answers(answers, [401, 429]).require(refused > 0, 'no limit for the account');
    },
  },
];

function refusedSignUp(id, name, change) {
  return {
    group: 'f6',
    id: `f6-${id}`,
    name,
    expected: '400 or 413',
    capMs: 15_000,
    run: async (context) => context.finding.answer(await signUp(context, change()), [400, 413]),
  };
}

function refusedChange(id, name, change) {
  return {
    group: 'f6',
    id: `f6-${id}`,
    name,
    expected: '400 or 413',
    capMs: 15_000,
    prepare: async ({ installation }) => installation.session(await installation.person('attacker')),
    run: async (context, cookie) => {
      const headers = { origin: context.installation.baseUrl };
      return context.finding.answer(
        await post(context, '/api/auth/update-user', change(), { cookie, headers }),
        [400, 413],
      );
    },
  };
}

/** Every second one has the right password of an account that exists. */
function signIns(id, name, count, address) {
  return {
    group: 'f7',
    id: `f7-${id}`,
    name: `${name}, another client uploads 24 bytes`,
    expected: `200, 401, 429 or 503; the upload within ${UPLOAD_LIMIT_MS} ms`,
    capMs: 35_000,
    prepare: async ({ installation }) => {
      await installation.person('other');
      return installation.person('attacker');
    },
    run: async (context, { email, password }) => {
      const attack = Promise.all(burst(context, count, { email, password, address }));
      const other = await uploadOfAnother(context, { word: aWord(), withinMs: 15_000 });
      const finding = context.finding.answer({ status: other.status, ms: other.answeredMs }, [200], 'upload');
      finding.within('its answer', other.answeredMs, UPLOAD_LIMIT_MS);
      return finding.answers(await attack, FAIR, 'sign-ins');
    },
  };
}

export const burst = (context, count, { email, password, address }) =>
  Array.from({ length: count }, (_, index) => {
    const options = { address: address ?? anAddress() };
    if (index % 2 === 0) return signIn(context, email, password, options);
    return signIn(context, `${aWord()}@example.com`, PASSWORD, options);
  });
