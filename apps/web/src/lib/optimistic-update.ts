import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows a change before the server has confirmed it; a refusal puts back what was there. */
export function optimisticUpdate<Data, Change>(
  queryClient: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  update: (known: Data, change: Change) => Data,
) {
  return {
    onMutate: async (change: Change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Data>(queryKey);
      queryClient.setQueryData<Data>(queryKey, (known) => known && update(known, change));
      return { before };
    },
    onError: (_error: Error, _change: Change, context: { before: Data | undefined } | undefined) => {
      if (context?.before) queryClient.setQueryData<Data>(queryKey, context.before);
    },
  };
}
