import { Eye, Nose, PartyHat } from './features.tsx';

const EAR =
  'M66 42Q42 36 30 60Q17 82 22 104Q10 118 18 134Q12 150 26 158Q34 172 48 162Q64 162 64 144Q74 132 66 118Q72 104 65 92Q68 76 70 66Z';

/** Only the head, with its mouth closed, drawn in the same box as the whole dog. */
export function SpanielHead() {
  return (
    <>
      <path
        d="M100 29C134 28 152 50 151 80C151 96 149 104 146 118C141 144 122 156 100 156C78 156 59 144 54 118C50 102 49 96 49 80C49 50 68 28 100 29Z"
        fill="var(--art-chestnut)"
      />
      <path
        d="M90 32Q100 31 110 32Q105 56 110 80Q124 88 138 96Q147 108 143 119C138 142 121 153 100 153C79 153 61 142 57 119Q54 108 63 97Q78 88 90 80Q95 56 90 32Z"
        fill="var(--art-white)"
        stroke="none"
      />
      <path d={EAR} fill="var(--art-chestnut)" />
      <path d={EAR} fill="var(--art-chestnut)" transform="matrix(-1 0 0 1 201 -2)" />
      <path
        d="M36 96Q42 108 36 120M46 128Q51 138 46 148M165 92Q159 104 165 116M154 126Q150 136 155 146"
        fill="none"
        strokeWidth="4"
      />
      <path d="M88 36Q92 24 100 20Q101 27 104 28Q110 24 116 25Q112 30 112 36" fill="var(--art-white)" strokeWidth="5" />
      <Eye x={79} y={84} size={10} />
      <Eye x={122} y={84} size={10} />
      <path d="M70 66Q77 61 84 64M118 64Q124 60 131 66" fill="none" strokeWidth="4" />
      <path d="M101 118V126M74 126Q88 140 101 126Q114 140 128 126" fill="none" />
      <path d="M74 113v.1M82 119v.1M72 122v.1M128 113v.1M120 119v.1M130 122v.1" fill="none" strokeWidth="5" />
      <Nose y={107} />
    </>
  );
}

/** The medium dog. Drawn in a 200 × 200 box; its chest goes on below. */
export function Spaniel() {
  return (
    <>
      <path d="M40 244Q44 172 72 150H130Q156 172 161 244" fill="var(--art-white)" />
      <path
        d="M43 244Q48 184 62 166Q78 196 66 244ZM158 244Q153 184 139 166Q123 196 136 244Z"
        fill="var(--art-chestnut)"
        stroke="none"
      />
      <SpanielHead />
      <path
        display="var(--tongue,inline)"
        d="M91 135Q91 148 101 148Q111 148 110 135Q105 134 101 128Q97 134 91 135Z"
        fill="var(--art-pink)"
      />
      <path
        d="M61 162Q100 180 141 161Q140 170 136 174Q120 182 101 200Q80 184 65 174Q61 170 61 162Z"
        fill="var(--art-sky)"
      />
      <path d="M84 178l1 1M100 183l1 1M117 177l1-1M101 170l1 0" fill="none" stroke="var(--art-white)" />
      <PartyHat
        isOnlyAsked
        transform="translate(99 35) rotate(7) scale(.86)"
        fill="var(--art-butter)"
        trim="var(--art-raspberry)"
      />
    </>
  );
}
