import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { serverConfig } from '../session';
import { useSignInWith } from './auth.queries';
import { signInProviders } from './sign-in-providers';

/** Other ways to sign in, as far as the server has them. `path`: where to go then. */
export function ProviderButtons({ path }: { path: string }) {
  const { data: config } = useQuery(serverConfig());
  const { t } = useLingui();
  const signInWith = useSignInWith();
  if (!config) return null;
  const providers = signInProviders(config.auth.providers);
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {signInWith.error ? <ErrorPanel error={signInWith.error} /> : null}
      {providers.map(({ id, name }) => (
        <Button key={id} isBusy={signInWith.isPending} onClick={() => signInWith.mutate({ provider: id, path })}>
          {t`Continue with ${name}`}
        </Button>
      ))}
    </div>
  );
}
