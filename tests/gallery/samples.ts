/** Invented content for the gallery. */
export const regions = [
  { value: 'kachchh', label: 'Kachchh' },
  { value: 'banaskantha', label: 'Banaskantha' },
  { value: 'patan', label: 'Patan' },
]

/** Choices with a second line. */
export const waterSources = [
  { value: 'well', label: 'Open well' },
  { value: 'pump', label: 'Hand pump', hint: 'Shared with at most ten families' },
  { value: 'pipe', label: 'Piped supply to the house' },
  { value: 'tanker', label: 'Tanker', disabled: true },
]

/** Rows of the submissions list. */
export const samples = [
  {
    id: '1',
    form: 'Household Water Access 2026',
    place: 'Bhuj, Kachchh',
    time: '2m ago',
    pending: true,
  },
  {
    id: '2',
    form: 'School Meal Quality',
    place: 'Radhanpur, Patan',
    time: '3h ago',
    pending: true,
  },
  { id: '3', form: 'Crop Loss After the Monsoon', place: 'Deesa', time: '1d ago', pending: false },
]
