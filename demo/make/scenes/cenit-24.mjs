// The loop of the news channel: a city across a river at nightfall, above a lower third with four headlines without
// date and time. Buildings are drawn once per depth; windows that are lit and darkened, traffic on the bridge, an
// aeroplane and water move.
import {
  clamp,
  createGrain,
  createLayer,
  createRandom,
  drawGlow,
  lerp,
  loadPicture,
  mixColours,
  smoothstep,
  verticalGradient,
  wave,
  withAlpha,
  wrap,
} from './drawing.mjs';

const quay = 540;
const headlines = [
  ['El tiempo', 'Noche despejada en la costa, con brisa suave hasta el amanecer'],
  ['Cultura', 'Las bibliotecas de barrio abren también por la noche'],
  ['Transporte', 'El tren de la sierra vuelve a circular los fines de semana'],
  ['Ciencia', 'El cometa se verá a simple vista en las noches sin luna'],
];
const depths = [
  { seed: 4, low: 90, high: 250, narrow: 34, wide: 74, sway: 5, top: '#4b3f78', bottom: '#8a5580', windows: 0.2, size: [3, 4], step: [8, 10], warm: '#f0b98c' },
  { seed: 9, low: 110, high: 340, narrow: 48, wide: 96, sway: 11, top: '#2b2c5e', bottom: '#54407a', windows: 0.3, size: [4, 5], step: [10, 12], warm: '#ffcf8f' },
  { seed: 17, low: 70, high: 235, narrow: 62, wide: 120, sway: 19, top: '#14193f', bottom: '#2a2757', windows: 0.36, size: [5, 7], step: [12, 14], warm: '#ffd796' },
];

function drawRoof(context, kind, x, y, wide, random) {
  const middle = x + wide / 2;
  if (kind === 0) {
    context.fillRect(middle - 1, y - 46, 2, 46);
    context.fillRect(x + wide * 0.2, y - 8, wide * 0.6, 8);
  } else if (kind === 1) {
    context.fillRect(x + wide * 0.12, y - 14, wide * 0.76, 14);
    context.fillRect(x + wide * 0.28, y - 26, wide * 0.44, 12);
  } else if (kind === 2) {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(middle, y - wide * 0.5);
    context.lineTo(x + wide, y);
    context.fill();
  } else if (kind === 3) {
    context.beginPath();
    context.arc(middle, y + 1, wide * 0.36, Math.PI, 0);
    context.fill();
    context.fillRect(middle - 1, y - wide * 0.36 - 18, 2, 20);
  } else {
    context.fillRect(x + wide * lerp(0.1, 0.5, random()), y - 11, wide * 0.25, 11);
  }
}

function createCity(depth, width) {
  const margin = 40;
  const { canvas, context } = createLayer(width + margin * 2, quay);
  const random = createRandom(depth.seed);
  const blinking = [];
  const masts = [];
  for (let x = -20; x < canvas.width; ) {
    const wide = lerp(depth.narrow, depth.wide, random());
    const middle = 1 - Math.abs((x + wide / 2) / canvas.width - 0.56) * 1.1;
    const tall = lerp(depth.low, depth.high, random() ** 1.4) * lerp(0.62, 1.14, clamp(middle));
    const y = quay - tall;
    context.fillStyle = verticalGradient(context, quay - depth.high * 1.1, quay, [[0, depth.top], [1, depth.bottom]]);
    context.fillRect(x, y, wide, tall);
    const kind = Math.floor(random() * 7);
    drawRoof(context, kind, x, y, wide, random);
    if (kind === 0) masts.push({ x: x + wide / 2, y: y - 46, at: random() });
    context.fillStyle = 'rgb(255 255 255 / .045)';
    context.fillRect(x, y, wide * 0.34, tall);
    const [w, h] = depth.size;
    const [sx, sy] = depth.step;
    const busy = depth.windows * lerp(0.35, 1.5, random());
    for (let wy = y + 12; wy < quay - 14; wy += sy) {
      for (let wx = x + 7; wx < x + wide - w - 5; wx += sx) {
        if (random() > busy) continue;
        const colour = mixColours(depth.warm, random() < 0.16 ? '#9fd3ff' : '#ff9d5c', random() * 0.5);
        const light = { x: wx, y: wy, w, h, colour, alpha: lerp(0.35, 0.95, random()), on: random(), hours: lerp(0.3, 0.75, random()) };
        if (random() < 0.09) blinking.push(light);
        else {
          context.fillStyle = withAlpha(colour, light.alpha);
          context.fillRect(wx, wy, w, h);
        }
      }
    }
    x += wide + (random() < 0.25 ? lerp(4, 22, random()) : 0);
  }
  return { ...depth, canvas, margin, blinking, masts };
}

function createTraffic(count, seed, turns, colour) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => ({ place: random(), turns, colour, size: lerp(1.6, 2.5, random()), alpha: lerp(0.6, 1, random()) }));
}

export async function createScene(width, height) {
  const cities = depths.map((depth) => createCity(depth, width));
  const grain = createGrain(width, height, 0.014);
  const mark = await loadPicture('/assets/canales/cenit-24.svg');
  const mirror = createLayer(width, quay);
  const random = createRandom(3);
  const stars = Array.from({ length: 70 }, () => ({ x: random() * width, y: random() * 210, size: lerp(0.8, 1.8, random()), at: random() }));
  const traffic = [...createTraffic(15, 21, 1, '#fff0cf'), ...createTraffic(14, 22, -1, '#ff5a4a')];

  const drawSky = (context, phase) => {
    context.fillStyle = verticalGradient(context, 0, quay, [[0, '#0b1033'], [0.34, '#252463'], [0.62, '#6b3f83'], [0.84, '#c8648a'], [1, '#f3a07c']]);
    context.fillRect(0, 0, width, quay);
    context.fillStyle = '#ffffff';
    for (const star of stars) {
      context.globalAlpha = (1 - star.y / 240) * (0.6 + 0.25 * wave(phase, 6, star.at));
      context.fillRect(star.x, star.y, star.size, star.size);
    }
    context.globalAlpha = 1;
    drawGlow(context, 300, 150, 210, '#ffd9e0', 0.22);
    context.save();
    const shade = new Path2D();
    shade.rect(0, 0, width, quay);
    shade.arc(284, 141, 35, 0, Math.PI * 2);
    context.clip(shade, 'evenodd');
    context.fillStyle = '#fff3e6';
    context.beginPath();
    context.arc(300, 150, 38, 0, Math.PI * 2);
    context.fill();
    context.restore();
    const [x, y] = [lerp(-120, width + 160, wrap(phase * 1, 1)), lerp(150, 62, phase)];
    context.fillStyle = withAlpha('#ffffff', 0.85);
    context.fillRect(x, y, 3, 2);
    const flash = wave(phase, 40) > 0.6 ? 1 : 0.1;
    drawGlow(context, x - 7, y + 1, 9, '#ff5a4a', 0.8 * flash);
  };

  const drawCities = (context, phase, camera) => {
    for (const city of cities) {
      const x = -city.margin + city.sway * camera;
      context.drawImage(city.canvas, x, 0);
      for (const light of city.blinking) {
        const time = wrap(phase + light.on, 1);
        const shine = smoothstep(0, 0.008, time) * (1 - smoothstep(light.hours, light.hours + 0.008, time));
        if (shine === 0) continue;
        context.fillStyle = withAlpha(light.colour, light.alpha * shine);
        context.fillRect(x + light.x, light.y, light.w, light.h);
      }
      for (const mast of city.masts) {
        const beat = smoothstep(0.55, 0.95, wave(phase, 16, mast.at));
        drawGlow(context, x + mast.x, mast.y, 15, '#ff4b3e', 0.25 + 0.65 * beat);
      }
    }
  };

  const drawBridge = (context, phase, camera) => {
    const shift = 26 * camera;
    const deck = 508;
    const ink = '#0a0d28';
    const towers = [150, 640, 1130].map((x) => x + shift);
    context.fillStyle = ink;
    for (const x of towers) {
      context.fillRect(x - 7, 356, 5, quay - 356);
      context.fillRect(x + 4, 356, 5, quay - 356);
      for (const y of [362, 410, 458]) context.fillRect(x - 7, y, 16, 4);
    }
    context.strokeStyle = ink;
    const ends = [towers[0] - 490, ...towers, towers[2] + 490];
    for (let span = 0; span + 1 < ends.length; span += 1) {
      const [from, to] = [ends[span], ends[span + 1]];
      const dipAt = (amount) => 358 + 132 * 4 * amount * (1 - amount);
      context.lineWidth = 2.6;
      context.beginPath();
      for (let step = 0; step <= 40; step += 1) context.lineTo(lerp(from, to, step / 40), dipAt(step / 40));
      context.stroke();
      context.lineWidth = 0.9;
      context.beginPath();
      for (let step = 1; step < 28; step += 1) {
        const x = lerp(from, to, step / 28);
        context.moveTo(x, dipAt(step / 28));
        context.lineTo(x, deck);
      }
      context.stroke();
      for (let step = 1; step < 14; step += 1) {
        const x = lerp(from, to, step / 14);
        context.fillStyle = 'rgb(255 226 170 / .9)';
        context.fillRect(x - 1, dipAt(step / 14) - 1.5, 2.4, 2.4);
      }
    }
    context.fillStyle = ink;
    context.fillRect(0, deck, width, 9);
    context.fillRect(0, deck + 13, width, 2);
    for (const car of traffic) {
      const x = wrap(car.place + phase * car.turns, 1) * (width + 120) - 60 + shift * 0.2;
      const y = car.turns > 0 ? deck - 3 : deck - 6;
      drawGlow(context, x, y, 10, car.colour, 0.5 * car.alpha);
      context.fillStyle = withAlpha(car.colour, car.alpha);
      context.fillRect(x - car.size, y - 1, car.size * 2, 2);
    }
  };

  const drawWater = (context, phase) => {
    mirror.context.drawImage(context.canvas, 0, 0);
    for (let row = 0; row < height - quay; row += 3) {
      const far = row / (height - quay);
      const shift = wave(phase, 8, row * 0.021) * lerp(0.8, 5, far);
      context.drawImage(mirror.canvas, 0, quay - 4 - row * 2, width, 5, shift - 5, quay + row, width + 10, 3);
    }
    context.fillStyle = verticalGradient(context, quay, height, [[0, 'rgb(16 17 48 / .35)'], [0.4, 'rgb(14 15 44 / .55)'], [1, 'rgb(8 9 28 / .86)']]);
    context.fillRect(0, quay, width, height - quay);
    context.fillStyle = '#0a0c24';
    context.fillRect(0, quay - 2, width, 5);
  };

  const drawLowerThird = (context, phase) => {
    const place = phase * headlines.length;
    const [kicker, headline] = headlines[Math.floor(place) % headlines.length];
    const time = wrap(place, 1) * 10;
    const shown = smoothstep(0.15, 0.75, time) * (1 - smoothstep(9.5, 9.95, time));
    const [left, top, wide, tall] = [64, 576, 850, 92];
    context.fillStyle = 'rgb(9 11 26 / .9)';
    context.fillRect(left, top, wide, tall);
    context.fillStyle = '#ff3d4f';
    context.fillRect(left, top, 7, tall);
    context.save();
    context.beginPath();
    context.rect(left + 8, top, wide - 8, tall);
    context.clip();
    context.globalAlpha = shown;
    const lift = (1 - smoothstep(0.1, 0.8, time)) * 16;
    context.textBaseline = 'alphabetic';
    context.fontStretch = 'normal';
    context.fillStyle = '#ff8089';
    context.font = '700 17px Archivo';
    context.letterSpacing = '1.6px';
    context.fillText(kicker.toLocaleUpperCase('es'), left + 32, top + 33 + lift);
    context.fillStyle = '#ffffff';
    context.font = '600 27px Archivo';
    context.letterSpacing = '-0.1px';
    context.fillText(headline, left + 32, top + 69 + lift);
    context.restore();
    context.globalAlpha = 0.94;
    context.drawImage(mark, width - 64 - 190, 34, 216, 121.5);
    context.globalAlpha = 1;
  };

  const draw = (context, phase) => {
    const camera = wave(phase, 1);
    drawSky(context, phase);
    drawCities(context, phase, camera);
    drawBridge(context, phase, camera);
    drawWater(context, phase);
    context.drawImage(grain, 0, 0);
    drawLowerThird(context, phase);
  };

  return { draw };
}
