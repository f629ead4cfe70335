import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api';

export interface MergeRequest {
  documentIds: string[];
  name: string;
  trashOriginals: boolean;
}

/** Begins to make one document of several. Gives the id of the task. */
export function useMerge(organizationId: string) {
  return useMutation({
    mutationFn: async (body: MergeRequest) =>
      (
        await api.request('POST /api/organizations/{organizationId}/documents/merge', {
          path: { organizationId },
          body,
        })
      ).taskId,
  });
}
