import { Calculator } from '../features/calculator/calculator.tsx';
import { calculatorId } from './landing-islands.tsx';

/** The calculator. Separate from the other islands, because it is most of the page's code and loads on demand. */
export const calculatorIsland = <Calculator id={calculatorId} />;
