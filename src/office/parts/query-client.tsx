import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Holds what was read, for as long as someone is signed in. */
export function ReadProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // A failure is shown at once, with a button to try again.
          queries: { retry: false, staleTime: 10_000, gcTime: 60_000 },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
