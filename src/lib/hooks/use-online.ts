import type { Network } from '../../../replication/env.ts'
import { useStream } from './use-stream.ts'

/** Whether the browser believes that there is a network; follows its changes. */
export const useOnline = (network: Network): boolean =>
  useStream(network.online$, network.isOnline())
