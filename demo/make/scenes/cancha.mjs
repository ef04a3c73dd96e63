// The loop «cancha»: a neighbourhood football pitch at dusk. Two friends pass a ball to and fro, flags move, the first
// lamps are lit.
import { createGrain, createLayer, createRandom, createRidge, drawGlow, lerp, mixColours, smoothstep, verticalGradient, wave, withAlpha, wrap } from './drawing.mjs';

const horizon = 418;
const passes = 16;

/** Projects a position on the pitch, in metres (across, away), to the frame. */
function project(across, away) {
  const depth = 9 / (away + 9);
  return { x: 640 + across * depth * 46, y: horizon + 16 + 300 * depth ** 1.12, scale: depth };
}

function drawGround(context, width, height) {
  context.fillStyle = verticalGradient(context, horizon, height, [[0, '#2c5a4c'], [0.35, '#1f4a3f'], [1, '#0f2c2a']]);
  context.fillRect(0, horizon + 10, width, height);
  for (let band = 0; band < 12; band += 2) {
    const [near, far] = [project(0, band * 5 - 4).y, project(0, band * 5 + 1).y];
    context.fillStyle = 'rgb(160 220 150 / .075)';
    context.fillRect(0, far, width, near - far);
  }
  context.strokeStyle = 'rgb(236 244 226 / .72)';
  const line = (points, thick) => {
    context.lineWidth = thick;
    context.beginPath();
    for (const [across, away] of points) {
      const { x, y } = project(across, away);
      context.lineTo(x, y);
    }
    context.stroke();
  };
  line([[-46, 34], [46, 34]], 1.6);
  line([[-20, 34], [-20, 17], [20, 17], [20, 34]], 2);
  line([[-9, 34], [-9, 28.5], [9, 28.5], [9, 34]], 1.7);
  line([[-46, 34], [-46, -4]], 2.6);
  line([[46, 34], [46, -4]], 2.6);
  line(Array.from({ length: 25 }, (_, step) => [9.5 * Math.cos((step / 24) * Math.PI), 17 - 4.6 * Math.sin((step / 24) * Math.PI)]), 2);
  const spot = project(0, 23);
  context.fillStyle = 'rgb(236 244 226 / .8)';
  context.fillRect(spot.x - 3, spot.y - 1, 6, 2);
}

function drawGoal(context, phase) {
  const [left, right] = [project(-4.6, 34), project(4.6, 34)];
  const top = left.y - 62;
  context.strokeStyle = 'rgb(235 240 245 / .26)';
  context.lineWidth = 0.8;
  const back = 15;
  const billow = (amount) => 2 * wave(phase, 8, amount * 0.4);
  context.beginPath();
  for (let mesh = 0; mesh <= 18; mesh += 1) {
    const x = lerp(left.x, right.x, mesh / 18);
    context.moveTo(x, top);
    context.quadraticCurveTo(x + billow(mesh / 18), top + 34, lerp(left.x + 8, right.x - 8, mesh / 18), left.y - back + 8);
  }
  for (let mesh = 1; mesh < 8; mesh += 1) {
    const y = lerp(top, left.y - 8, mesh / 8);
    context.moveTo(left.x + mesh * 0.6, y);
    context.quadraticCurveTo(640, y + 3 + billow(mesh / 8), right.x - mesh * 0.6, y);
  }
  context.stroke();
  context.strokeStyle = '#f4f6f2';
  context.lineWidth = 3.4;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(left.x, left.y);
  context.lineTo(left.x, top);
  context.lineTo(right.x, top);
  context.lineTo(right.x, right.y);
  context.stroke();
}

function drawLampTower(context, x, foot, tall, phase, at) {
  context.fillStyle = '#191938';
  context.fillRect(x - 3, foot - tall, 6, tall);
  context.strokeStyle = '#191938';
  context.lineWidth = 1.4;
  context.beginPath();
  for (let y = 0; y < tall - 20; y += 22) {
    context.moveTo(x - 8, foot - y);
    context.lineTo(x + 8, foot - y - 22);
    context.moveTo(x + 8, foot - y);
    context.lineTo(x - 8, foot - y - 22);
  }
  context.moveTo(x - 8, foot);
  context.lineTo(x - 8, foot - tall);
  context.moveTo(x + 8, foot);
  context.lineTo(x + 8, foot - tall);
  context.stroke();
  context.fillRect(x - 31, foot - tall - 31, 62, 33);
  const hum = 0.96 + 0.04 * wave(phase, 31, at);
  drawGlow(context, x, foot - tall - 14, 330, '#ffe6b0', 0.32 * hum);
  drawGlow(context, x, foot - tall - 14, 92, '#fff4d6', 0.55 * hum);
  context.fillStyle = '#fffbea';
  for (let row = 0; row < 2; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      context.beginPath();
      context.arc(x - 21 + column * 14, foot - tall - 22 + row * 13, 4.8, 0, Math.PI * 2);
      context.fill();
    }
  }
}

/** Draws a leg from the hip over a bent knee to the foot. */
function drawLimb(context, x, y, length, angle, bend, thick) {
  const knee = [x + Math.sin(angle) * length * 0.5, y + Math.cos(angle) * length * 0.5];
  const foot = [knee[0] + Math.sin(angle - bend) * length * 0.5, knee[1] + Math.cos(angle - bend) * length * 0.5];
  context.lineWidth = thick;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(...knee);
  context.lineTo(...foot);
  context.stroke();
}

/**
 * Draws a player. `kick` goes from 0 (standing) over negative values (leg drawn back) to 1 (the ball leaves the foot).
 */
function drawPlayer(context, place, facing, kick, sway, shirt) {
  const size = place.scale * 200;
  const [x, y] = [place.x, place.y];
  context.fillStyle = 'rgb(6 16 20 / .4)';
  context.beginPath();
  context.ellipse(x - 14 * place.scale, y + 1, size * 0.26, size * 0.05, 0, 0, Math.PI * 2);
  context.fill();
  context.save();
  context.translate(x, y);
  context.scale(facing, 1);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const [skin, dark] = ['#8a5b4a', '#141630'];
  const crouch = 0.02 * size * (0.5 + 0.5 * sway);
  const hip = -size * 0.45 + crouch;
  const lean = 0.1 - kick * 0.16;
  const neck = [Math.sin(lean) * size * 0.33, hip - Math.cos(lean) * size * 0.33];
  const leg = (offset, angle, bend) => {
    context.strokeStyle = skin;
    drawLimb(context, offset, hip, size * 0.45, angle, bend, size * 0.062);
    const knee = [offset + Math.sin(angle) * size * 0.225, hip + Math.cos(angle) * size * 0.225];
    const foot = [knee[0] + Math.sin(angle - bend) * size * 0.225, knee[1] + Math.cos(angle - bend) * size * 0.225];
    context.strokeStyle = dark;
    context.lineWidth = size * 0.1;
    context.beginPath();
    context.moveTo(offset, hip);
    context.lineTo(lerp(offset, knee[0], 0.72), lerp(hip, knee[1], 0.72));
    context.stroke();
    context.strokeStyle = shirt;
    context.lineWidth = size * 0.058;
    context.beginPath();
    context.moveTo(lerp(knee[0], foot[0], 0.42), lerp(knee[1], foot[1], 0.42));
    context.lineTo(...foot);
    context.stroke();
    context.strokeStyle = dark;
    context.lineWidth = size * 0.055;
    context.beginPath();
    context.moveTo(foot[0] - size * 0.012, foot[1]);
    context.lineTo(foot[0] + size * 0.065, foot[1] + size * 0.006);
    context.stroke();
  };
  const arm = (angle, bend) => {
    const shoulder = [neck[0] * 0.94, neck[1] + size * 0.055];
    context.strokeStyle = skin;
    drawLimb(context, ...shoulder, size * 0.36, angle, bend, size * 0.048);
    context.strokeStyle = mixColours(shirt, dark, 0.16);
    context.lineWidth = size * 0.074;
    context.beginPath();
    context.moveTo(...shoulder);
    context.lineTo(shoulder[0] + Math.sin(angle) * size * 0.11, shoulder[1] + Math.cos(angle) * size * 0.11);
    context.stroke();
  };
  arm(-0.35 + kick * 0.9, -0.7);
  leg(-size * 0.012, -0.16 + kick * 0.06, 0.1 + sway * 0.04);
  leg(size * 0.02, 0.2 + kick * 0.72, kick < 0 ? 0.1 - kick * 1.2 : 0.12 + sway * 0.04);
  context.fillStyle = shirt;
  context.beginPath();
  context.moveTo(-size * 0.078, hip + size * 0.025);
  context.lineTo(neck[0] - size * 0.088, neck[1] + size * 0.05);
  context.quadraticCurveTo(neck[0], neck[1] - size * 0.025, neck[0] + size * 0.088, neck[1] + size * 0.05);
  context.lineTo(size * 0.084, hip + size * 0.025);
  context.fill();
  context.fillStyle = withAlpha(dark, 0.14);
  context.fillRect(-size * 0.078, hip - size * 0.01, size * 0.16, size * 0.035);
  arm(0.3 - kick * 0.9, -0.8);
  const head = [neck[0] + size * 0.018, neck[1] - size * 0.075];
  context.fillStyle = skin;
  context.fillRect(neck[0] - size * 0.02, neck[1] - size * 0.03, size * 0.045, size * 0.06);
  context.beginPath();
  context.ellipse(...head, size * 0.062, size * 0.073, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#21141c';
  context.beginPath();
  context.ellipse(head[0] - size * 0.01, head[1] - size * 0.018, size * 0.066, size * 0.066, -0.25, Math.PI * 0.82, Math.PI * 2.02);
  context.fill();
  context.restore();
}

function drawBall(context, x, y, radius, roll) {
  context.fillStyle = '#f6f4ea';
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#20223c';
  for (let patch = 0; patch < 5; patch += 1) {
    const angle = roll + (patch / 5) * Math.PI * 2;
    context.beginPath();
    context.arc(x + Math.cos(angle) * radius * 0.72, y + Math.sin(angle) * radius * 0.72, radius * 0.26, 0, Math.PI * 2);
    context.fill();
  }
  context.beginPath();
  context.arc(x + Math.cos(roll) * radius * 0.1, y + Math.sin(roll) * radius * 0.1, radius * 0.28, 0, Math.PI * 2);
  context.fill();
}

function createTown(width) {
  const { canvas, context } = createLayer(width, horizon + 40);
  const random = createRandom(6);
  const ridge = createRidge(77, 5, 0.5, 2);
  for (const [base, height, top, bottom, from] of [[330, 62, '#7d4a78', '#b8677a', 0], [364, 40, '#4c3768', '#7c4d74', 0.37]]) {
    context.fillStyle = verticalGradient(context, base - height, horizon, [[0, top], [1, bottom]]);
    context.beginPath();
    context.moveTo(0, horizon + 40);
    for (let x = 0; x <= width; x += 4) context.lineTo(x, base - height * ridge(x / 2000 + from));
    context.lineTo(width, horizon + 40);
    context.fill();
  }
  const lights = [];
  for (let x = -10; x < width; ) {
    const wide = lerp(34, 74, random());
    const tall = lerp(24, 66, random());
    const y = horizon + 8 - tall;
    context.fillStyle = mixColours('#2a2550', '#3b2d5c', random());
    context.fillRect(x, y, wide + 1, tall + 20);
    if (random() < 0.45) {
      context.beginPath();
      context.moveTo(x - 3, y + 1);
      context.lineTo(x + wide / 2, y - 15);
      context.lineTo(x + wide + 3, y + 1);
      context.fill();
    } else if (random() < 0.5) context.fillRect(x + wide * 0.6, y - 9, 10, 9);
    for (let wx = x + 8; wx < x + wide - 10; wx += 14) {
      for (let wy = y + 9; wy < horizon - 14; wy += 17) if (random() < 0.36) lights.push({ x: wx, y: wy, on: random(), always: random() < 0.75 });
    }
    x += wide;
  }
  context.fillStyle = '#1d1b3c';
  context.fillRect(0, horizon + 2, width, 24);
  context.fillStyle = 'rgb(255 255 255 / .06)';
  for (let x = 0; x < width; x += 64) context.fillRect(x, horizon + 4, 60, 16);
  return { canvas, lights };
}

export async function createScene(width, height) {
  const town = createTown(width);
  const grain = createGrain(width, height, 0.012);
  const random = createRandom(13);
  const stars = Array.from({ length: 80 }, () => ({ x: random() * width, y: random() ** 1.5 * 230, size: lerp(0.8, 1.7, random()), at: random() }));
  const moths = Array.from({ length: 16 }, () => ({ x: lerp(-40, 40, random()), y: lerp(-34, 30, random()), turns: 6 + Math.floor(random() * 9), at: random(), tower: random() < 0.5 ? 0 : 1 }));
  const towers = [{ x: 168, foot: horizon + 22, tall: 268 }, { x: 1112, foot: horizon + 22, tall: 268 }];
  const ground = createLayer(width, height);
  drawGround(ground.context, width, height);
  const people = [project(-8.2, 5.2), project(8.2, 5.2)];

  const drawSky = (context, phase) => {
    context.fillStyle = verticalGradient(context, 0, horizon, [[0, '#1a2055'], [0.3, '#4a3a7c'], [0.58, '#a85482'], [0.8, '#ee8668'], [1, '#ffc778']]);
    context.fillRect(0, 0, width, horizon + 20);
    context.fillStyle = '#fff';
    for (const star of stars) {
      context.globalAlpha = (1 - star.y / 250) * (0.62 + 0.28 * wave(phase, 5, star.at));
      context.fillRect(star.x, star.y, star.size, star.size);
    }
    context.globalAlpha = 1;
    drawGlow(context, 640, horizon - 10, 520, '#ffd08a', 0.5);
    for (const [index, y] of [120, 176, 236].entries()) {
      for (const half of [0, 0.5]) {
        const place = wrap(phase + half + index * 0.29, 1);
        context.globalAlpha = 0.5 * (1 - Math.abs(place * 2 - 1));
        const x = [300, 900, 560][index] + (place - 0.5) * 240 + half * 130;
        context.save();
        context.translate(x, y);
        context.scale(6.5 - index, 0.34);
        drawGlow(context, 0, 0, 46, ['#d98aa6', '#ff9f86', '#ffc08c'][index], 0.9);
        drawGlow(context, 22, -30, 30, ['#d98aa6', '#ff9f86', '#ffc08c'][index], 0.7);
        context.restore();
      }
    }
    context.globalAlpha = 1;
  };

  const drawFlag = (context, across, away, phase, at, side) => {
    const { x, y, scale } = project(across, away);
    const tall = 270 * scale;
    context.strokeStyle = '#e9ecf4';
    context.lineWidth = Math.max(1.6, 6 * scale);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x, y - tall);
    context.stroke();
    const wide = 130 * scale * side;
    context.fillStyle = '#ff5a4d';
    context.beginPath();
    context.moveTo(x, y - tall);
    for (let step = 0; step <= 8; step += 1) context.lineTo(x + (wide * step) / 8, y - tall + (step / 8) * 3 * wave(phase, 20, at - step * 0.07));
    for (let step = 8; step >= 0; step -= 1) context.lineTo(x + (wide * step) / 8, y - tall + 80 * scale + (step / 8) * 3 * wave(phase, 20, at - step * 0.07));
    context.fill();
  };

  const drawPasses = (context, phase) => {
    const place = wrap(phase * passes, 1);
    const toRight = Math.floor(phase * passes) % 2 === 0;
    const travel = smoothstep(0, 1, Math.min(1, place / 0.62) ** 0.82);
    const feet = people.map(({ x }, index) => x + (index === 0 ? 34 : -34));
    const [from, to] = toRight ? feet : [feet[1], feet[0]];
    const x = lerp(from, to, travel);
    const isHigh = Math.floor(phase * passes) % 4 >= 2;
    const hop = isHigh ? 96 * Math.sin(Math.min(1, travel) * Math.PI) : 0;
    const kickOf = (index) => {
      const own = (index === 0) === toRight;
      const time = own ? place : place - 1;
      return time >= 0 ? 0.95 * (1 - smoothstep(0.02, 0.2, time)) : own ? 0 : time > -0.14 ? lerp(-0.8, 0.95, smoothstep(-0.1, 0, time)) * smoothstep(-0.14, -0.1, time) : -0.8 * smoothstep(-0.3, -0.14, time);
    };
    people.forEach((person, index) => drawPlayer(context, person, index === 0 ? 1 : -1, kickOf(index), wave(phase, passes / 2, index * 0.5), index === 0 ? '#e9f5ff' : '#ffcf5c'));
    const y = people[0].y - 9;
    context.fillStyle = 'rgb(6 16 20 / .4)';
    context.beginPath();
    context.ellipse(x - 4, y + 10, 12 - hop * 0.05, 3, 0, 0, Math.PI * 2);
    context.fill();
    drawBall(context, x, y - hop, 10.5, (toRight ? 1 : -1) * travel * 22);
  };

  const draw = (context, phase) => {
    drawSky(context, phase);
    context.drawImage(town.canvas, 0, 0);
    for (const light of town.lights) {
      const time = wrap(phase + light.on, 1);
      const shine = light.always ? 1 : smoothstep(0, 0.01, time) * (1 - smoothstep(0.55, 0.56, time));
      context.fillStyle = withAlpha('#ffd08a', 0.82 * shine);
      context.fillRect(light.x, light.y, 5, 7);
    }
    context.drawImage(ground.canvas, 0, 0);
    drawGlow(context, 640, 660, 560, '#ffe6b0', 0.1);
    for (const [index, tower] of towers.entries()) drawLampTower(context, tower.x, tower.foot, tower.tall, phase, index * 0.4);
    for (const moth of moths) {
      const tower = towers[moth.tower];
      const [x, y] = [tower.x + moth.x + 26 * wave(phase, moth.turns, moth.at), tower.foot - tower.tall - 10 + moth.y + 17 * wave(phase, moth.turns + 3, moth.at * 3)];
      context.fillStyle = withAlpha('#fff3d0', 0.75);
      context.fillRect(x, y, 2, 2);
    }
    drawGoal(context, phase);
    drawFlag(context, -46, 34, phase, 0.2, 1);
    drawFlag(context, 46, 34, phase, 0.7, 1);
    drawPasses(context, phase);
    context.drawImage(grain, 0, 0);
  };

  return { draw };
}
