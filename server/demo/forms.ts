import { householdForms } from './cases/household-forms.ts'
import {
  childNutritionScreening,
  shelterDamageAssessment,
  waterPointInspection,
} from './field-forms.ts'
import type { DemoForm } from './form-builder.ts'
import { healthAssessmentCare } from './health-assessment-care.ts'
import { healthAssessmentHome } from './health-assessment-home.ts'
import { householdProfile } from './household-profile.ts'
import {
  distributionMonitoring,
  marketPriceMonitoring,
  schoolFacilityCheck,
} from './office-forms.ts'

/** The long form: more than a hundred fields in eleven sections. */
const communityHealthAssessment: DemoForm = {
  id: 'community-health-assessment',
  title: 'Community Health Assessment',
  description:
    'A full picture of a household’s health, from water and food to care. About 45 minutes.',
  status: 'published',
  sections: [...healthAssessmentHome, ...healthAssessmentCare],
}

/** The demo's forms. Together they use all twelve field types. The last one is unpublished. */
export const demoForms: readonly DemoForm[] = [
  householdProfile,
  communityHealthAssessment,
  waterPointInspection,
  childNutritionScreening,
  shelterDamageAssessment,
  distributionMonitoring,
  schoolFacilityCheck,
  ...householdForms,
  marketPriceMonitoring,
]
