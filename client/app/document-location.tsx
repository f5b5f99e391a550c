import type { ReactNode } from 'react';
import { Router } from 'wouter';

function openDocument(to: string) {
  window.location.assign(to);
}

function useDocumentLocation(): [string, (to: string) => void] {
  return ['/', openDocument];
}

/** Around the islands of the landing page: there is no other page in this document, so each link leads to a new one. */
export function DocumentLocation({ children }: { children: ReactNode }) {
  return <Router hook={useDocumentLocation}>{children}</Router>;
}
