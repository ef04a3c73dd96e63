import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followImport, importQuery } from './imports.queries.ts';

/** The query of an import in its current state; while the import runs, the server pushes each change. */
export function useWatchedImport(id: string | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined });
  const isRunning = query.data?.status === 'running';
  useEffect(() => {
    if (id === undefined || !isRunning) return undefined;
    const stop = new AbortController();
    void followImport(queryClient, id, stop.signal);
    return () => stop.abort();
  }, [queryClient, id, isRunning]);
  return query;
}
