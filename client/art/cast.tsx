import type { ReactNode } from 'react';
import { type DogSize, dogSizes } from '../../domain/dogs/size.ts';
import { Eye, Nose, PartyHat } from './features.tsx';
import { Spaniel } from './spaniel.tsx';
import { Terrier } from './terrier.tsx';

const SHEPHERD_EAR = 'M54 76Q38 36 44 8Q48 1 55 6Q82 24 93 52Z';
const SHEPHERD_INNER_EAR = 'M58 58Q51 36 53 21Q70 34 78 50Z';

/** The large dog. Drawn in a 200 × 200 box; its chest goes on below. */
function Shepherd() {
  return (
    <>
      <path d="M20 244Q30 168 70 146H132Q170 168 181 244" fill="var(--art-saddle)" />
      <path d="M62 244Q50 190 66 156H136Q152 190 140 244Z" fill="var(--art-tan)" stroke="none" />
      <path
        d="M61 164Q101 190 141 163Q142 172 137 178Q122 194 101 216Q80 196 65 179Q61 173 61 164Z"
        fill="var(--art-raspberry)"
      />
      <path d={SHEPHERD_EAR} fill="var(--art-saddle)" />
      <path d={SHEPHERD_EAR} fill="var(--art-saddle)" transform="matrix(-1 0 0 1 201 1)" />
      <path d={SHEPHERD_INNER_EAR} fill="var(--art-pink)" stroke="none" />
      <path d={SHEPHERD_INNER_EAR} fill="var(--art-pink)" stroke="none" transform="matrix(-1 0 0 1 201 1)" />
      <path
        d="M100 42C128 41 143 56 149 76Q152 92 163 104Q156 108 151 110Q152 118 157 125Q146 128 137 128Q130 158 100 160Q70 158 64 129Q54 129 44 126Q49 118 50 111Q44 109 38 104Q49 92 52 76C58 56 72 41 100 42Z"
        fill="var(--art-tan)"
      />
      <path
        d="M66 58Q82 45 100 45T136 57Q120 62 112 84L101 74L90 84Q82 64 66 58Z"
        fill="var(--art-saddle)"
        stroke="none"
      />
      <path
        d="M101 86Q114 88 119 106Q134 114 134 130Q127 156 100 157Q74 155 67 130Q67 114 83 106Q88 88 101 86Z"
        fill="var(--art-saddle)"
        stroke="none"
      />
      <Eye x={77} y={91} />
      <Eye x={124} y={91} />
      <path d="M69 76Q75 70 82 74M119 74Q126 70 132 76" fill="none" stroke="var(--art-cream)" strokeWidth="7" />
      <path d="M80 136Q101 150 122 135Q122 170 101 171Q80 170 80 136Z" fill="var(--art-ink)" />
      <path d="M88 150Q101 144 114 149Q115 178 101 178Q87 178 88 150Z" fill="var(--art-pink)" />
      <path d="M101 124V136M74 132Q88 144 101 136Q114 144 128 131" fill="none" />
      <Nose y={113} size={1.1} />
      <PartyHat
        isOnlyAsked
        transform="translate(99 45) rotate(7) scale(.8)"
        fill="var(--art-butter)"
        trim="var(--art-raspberry)"
      />
    </>
  );
}

const DANE_EAR = 'M78 50Q66 32 48 36Q35 44 34 70Q33 94 41 103Q49 107 56 95Q63 82 69 72Z';

/** The giant dog. Drawn in a 200 × 200 box; its chest goes on below. */
function Dane() {
  return (
    <>
      <path d="M34 244Q66 206 68 146H135Q139 206 168 244" fill="var(--art-white)" />
      <path
        d="M128 206Q124 196 132 190Q134 180 138 182Q144 200 152 216Q140 218 128 206ZM66 214Q58 210 52 222Q62 226 66 214ZM88 226Q96 218 106 226Q112 240 100 244Q86 240 88 226Z"
        fill="var(--art-slate)"
        stroke="none"
      />
      <path
        d="M100 44C122 43 135 52 136 70C137 86 134 96 134 104C145 118 149 134 149 146C149 162 139 172 126 171C115 170 111 163 109 160H92C89 165 85 172 75 171C61 171 52 162 53 145C53 133 57 117 68 104C66 94 63 86 64 70C65 52 80 44 100 44Z"
        fill="var(--art-white)"
      />
      <path
        d="M67 70C68 56 78 48 94 47Q98 58 94 68Q98 80 92 88Q90 100 78 102Q70 102 69 94Q66 82 67 70ZM128 124Q139 122 145 138Q148 150 143 156Q134 152 132 143Q125 136 128 124ZM120 47Q130 50 133 62Q125 64 120 47Z"
        fill="var(--art-slate)"
        stroke="none"
      />
      <path d={DANE_EAR} fill="var(--art-slate)" />
      <path d={DANE_EAR} fill="var(--art-slate)" transform="matrix(-1 0 0 1 201 1)" />
      <Eye x={83} y={88} />
      <Eye x={119} y={88} />
      <path d="M72 85Q82 75 94 84M108 84Q119 75 130 84" fill="none" display="var(--awake,inline)" />
      <path d="M75 71Q81 66 88 69M114 69Q121 66 127 71" fill="none" strokeWidth="4" />
      <path d="M101 140V156M68 150Q80 163 92 162Q100 162 101 156Q102 162 110 162Q123 163 135 149" fill="none" />
      <path d="M73 136v.1M82 142v.1M120 142v.1" fill="none" />
      <Nose y={130} size={1.3} />
      <PartyHat
        transform="translate(105 48) rotate(9) scale(.6)"
        fill="var(--art-raspberry)"
        trim="var(--art-butter)"
      />
    </>
  );
}

/** Each dog as it is drawn, for a picture of its own, such as a card. */
export const cast: Record<DogSize, () => ReactNode> = {
  small: Terrier,
  medium: Spaniel,
  large: Shepherd,
  giant: Dane,
};

/**
 * The four dogs, or some of them, drawn once and not shown, for every drawing of a dog on the page, which uses them again. The landing page has it in its HTML, so that the code of
 * the drawings is not sent to a visitor who only wants to see them.
 */
export function Cast({ sizes = dogSizes }: { sizes?: readonly DogSize[] }) {
  return (
    <svg className="hidden" aria-hidden="true">
      <defs>
        {sizes.map((size) => {
          const Figure = cast[size];
          return (
            <g key={size} id={`dog-${size}`}>
              <Figure />
            </g>
          );
        })}
      </defs>
    </svg>
  );
}
