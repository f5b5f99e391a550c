import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { Toaster } from '../ui/toaster.tsx';

/** Asks the backend once for each thing, whether the browser is online or not. */
export function askingOnce(): QueryClient {
  const networkMode = 'always';
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode }, mutations: { networkMode } } });
}

/** Renders a part of the app together with its toasts. */
export function renderApp(part: ReactNode, client = askingOnce()) {
  return render(
    <QueryClientProvider client={client}>
      {part}
      <Toaster />
    </QueryClientProvider>,
  );
}
