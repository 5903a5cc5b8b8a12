import { caseBugs } from './planted-cases.ts'
import { contentBugs } from './planted-content.ts'
import { deliveryBugs } from './planted-delivery.ts'
import { reviewBugs } from './planted-reviews.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Each is planted alone, and some history must detect it. */
export const plantedBugs: readonly PlantedBug[] = [
  ...deliveryBugs,
  ...contentBugs,
  ...caseBugs,
  ...reviewBugs,
]
