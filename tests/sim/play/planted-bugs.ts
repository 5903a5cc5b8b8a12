import { contentBugs } from './planted-content.ts'
import { deliveryBugs } from './planted-delivery.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Each is switched on alone, and some history must notice it. */
export const plantedBugs: readonly PlantedBug[] = [...deliveryBugs, ...contentBugs]
