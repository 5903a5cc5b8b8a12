import { useMemo } from 'react'
import type { Fix } from '../../../location/locate.ts'
import { ShapesView } from '../../../maps/shapes-view.tsx'
import { mapping } from '../../../messages/interview/mapping.ts'

/** Where the interview is said to be made, with its accuracy around it. */
export function PlaceMap({ fix }: { readonly fix: Fix }) {
  const { latitude, longitude, accuracy } = fix
  const shapes = useMemo(
    () => [
      {
        id: 'place',
        vertices: [{ latitude, longitude }],
        isArea: false,
        style: {},
        ...(accuracy === null ? {} : { metres: accuracy }),
      },
    ],
    [latitude, longitude, accuracy],
  )
  return <ShapesView label={mapping.placeMap} shapes={shapes} isSmall />
}
