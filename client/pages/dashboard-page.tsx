import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { Owner } from '../backend/session.ts';
import { DashboardHeader } from '../features/pack/dashboard-header.tsx';
import { Pack } from '../features/pack/pack.tsx';

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without network a request is tried all the same, so that its failure is told instead of waited for.
      queries: { networkMode: 'always', retry: 1, staleTime: 30_000 },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The signed-in owner's home. What it has loaded goes with it, so that the next owner on this device sees nothing of it. */
export function DashboardPage({ owner }: { owner: Owner }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <title>Your pack on Wagday</title>
      <div className="flex min-h-dvh flex-col">
        <DashboardHeader owner={owner} />
        <Pack ownerId={owner.id} />
      </div>
    </QueryClientProvider>
  );
}
