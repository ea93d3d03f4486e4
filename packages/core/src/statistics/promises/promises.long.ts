import { promiseBattery } from '../../../test/promise-battery.js';

promiseBattery(6);
