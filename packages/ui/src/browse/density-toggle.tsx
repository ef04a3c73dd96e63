import type { ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import './density-toggle.css';
import { usePosterGridWidth } from './grid-width.ts';
import { densitySteps, posterColumns, type Density } from './poster-columns.ts';

export interface DensityToggleProps extends Omit<ComponentProps<'button'>, 'children'> {
  density: Density;
  onDensityChange: (density: Density) => void;
}

/**
 * A button that cycles through the densities of a grid of posters: 5, 4, 3 and 1 columns. On a narrow grid, where
 * several densities result in the same number of columns, one press of the button always leads to another number of
 * columns.
 */
export function DensityToggle({ density, onDensityChange, className, ...rest }: DensityToggleProps) {
  const widthPx = usePosterGridWidth();
  const columns = posterColumns(widthPx, density);
  const steps = densitySteps(widthPx);
  const step = steps.findIndex((each) => posterColumns(widthPx, each) === columns);
  const next = steps[(step + 1) % steps.length] ?? density;
  return (
    <button
      type="button"
      {...rest}
      className={classes('density', className)}
      aria-label={`Densidad de la cuadrícula: ${columns} ${columns === 1 ? 'columna' : 'columnas'}`}
      title="Cambiar la densidad de la cuadrícula"
      onClick={() => onDensityChange(next)}
    >
      <span className="density__bars" aria-hidden="true">
        {Array.from({ length: columns }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span className="num">{columns}</span>
      <span className="density__steps" aria-hidden="true">
        {steps.map((each, index) => (
          <i key={each} className={classes(index === step && 'is-on')} />
        ))}
      </span>
    </button>
  );
}
